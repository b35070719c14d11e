import NIOCore

/// One client's place before the viewfinder.
final class Viewer {
    /// Whether the head of the answer is written.
    var hasBegun = false
    private let server: ServerContext
    private let stream: ViewerStream
    private var number: Int?

    /// - Parameters:
    ///   - began: told of the first frame, before it is sent; and of every other.
    ///   - ended: told when the scan is over.
    init(
        _ server: ServerContext, _ channel: any Channel, began: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void
    ) {
        self.server = server
        let stream = ViewerStream(channel, metrics: server.metrics, began: began, ended: ended)
        self.stream = stream
        number = server.services.viewfinder.join { stream.receive($0) }
    }

    /// Ends the stream as if the scan were over.
    func finish() { stream.receive(.end) }

    /// Gives the place up; once.
    func leave() {
        guard let number else { return }
        self.number = nil
        stream.stop()
        server.services.viewfinder.leave(number)
        server.metrics.change(.viewers, by: -1)
    }
}
