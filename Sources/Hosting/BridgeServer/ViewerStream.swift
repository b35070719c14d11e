import NIOCore
import NIOHTTP1

/// Frames for one viewer as `multipart/x-mixed-replace`: each replaces the one before. A viewer that has not taken the
/// last frame misses the next; nothing waits for it in memory.
final class ViewerStream: Sendable {
    private static let boundary = "mrz-scan-frame"
    static let contentType = "multipart/x-mixed-replace; boundary=\(boundary)"

    /// The parts of an answer, in order; `isBusy` says whether the frame before is still on its way.
    private struct State {
        var hasBegun = false
        var isBusy = false
        var isOver = false
    }

    private let channel: any Channel
    private let metrics: Metrics
    private let state: NIOLoopBoundBox<State>
    private let ended: @Sendable () -> Void
    private let began: @Sendable () -> Void

    /// - Parameters:
    ///   - began: told of the first frame, before it is sent, on the loop.
    ///   - ended: told when there are no more, on the loop.
    init(
        _ channel: any Channel, metrics: Metrics, began: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void
    ) {
        self.channel = channel
        self.metrics = metrics
        state = NIOLoopBoundBox(State(), eventLoop: channel.eventLoop)
        self.began = began
        self.ended = ended
    }

    /// Takes an event, from any thread.
    func receive(_ event: Viewfinder.Event) {
        channel.eventLoop.execute { [self] in
            if state.value.isOver { return }
            switch event {
            case .frame(let jpeg): send(jpeg)
            case .end:
                state.value.isOver = true
                ended()
            }
        }
    }

    /// Sends nothing any more; called on the loop.
    func stop() { state.value.isOver = true }

    private func send(_ jpeg: [UInt8]) {
        guard !state.value.isBusy, channel.isWritable else { return metrics.add(.framesSkipped) }
        state.value.isBusy = true
        began()
        var part = channel.allocator.buffer(capacity: jpeg.count + 128)
        if !state.value.hasBegun { part.writeString("--\(Self.boundary)\r\n") }
        state.value.hasBegun = true
        part.writeString("Content-Type: image/jpeg\r\nContent-Length: \(jpeg.count)\r\n\r\n")
        part.writeBytes(jpeg)
        // Browsers show a part when they see its end, so the boundary does not wait for the next one.
        part.writeString("\r\n--\(Self.boundary)\r\n")
        metrics.add(.framesSent)
        channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(part))).whenComplete { [self] _ in
            state.value.isBusy = false
        }
    }
}
