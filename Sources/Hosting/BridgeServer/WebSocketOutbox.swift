import NIOCore
import NIOWebSocket
import Threads

/// Takes messages from any thread to one WebSocket. A client that does not fetch them is let go.
final class WebSocketOutbox: Sendable {
    private struct State {
        var unsent = 0
        var isClosed = false
    }

    private let channel: any Channel
    private let limit: Int
    private let metrics: Metrics
    private let state = Monitor(State())

    init(_ channel: any Channel, limit: Int, metrics: Metrics) {
        self.channel = channel
        self.limit = limit
        self.metrics = metrics
    }

    func send(_ message: [UInt8]) {
        let (isClosed, isTooMuch) = state.update { state in
            if state.isClosed { return (true, false) }
            state.unsent += message.count
            state.isClosed = state.unsent > limit
            return (false, state.isClosed)
        }
        if isClosed { return }
        if isTooMuch {
            metrics.add(.refused(.slow))
            channel.close(promise: nil)
            return
        }
        metrics.add(.messagesOut)
        let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: message))
        channel.writeAndFlush(frame).whenComplete { [self] _ in
            state.update { $0.unsent -= message.count }
        }
    }

    /// Ends the connection behind what was sent.
    func hangUp() {
        channel.eventLoop.execute { [channel] in channel.pipeline.fireUserInboundEventTriggered(PeerIsDone()) }
    }

    /// Nothing is sent any more.
    func close() { state.update { $0.isClosed = true } }
}
