import NIOCore
import NIOHTTP1

/// The body of an upload as it arrives, never more of it than is allowed.
final class IncomingUpload: Sendable {
    let head: HTTPRequestHead
    let endpoint: Metrics.Endpoint
    private let arrival: UploadPool.Arrival
    private let limit: Int
    private let bytes: NIOLoopBoundBox<[UInt8]>

    init(
        _ head: HTTPRequestHead, to endpoint: Metrics.Endpoint, arrival: UploadPool.Arrival, limit: Int,
        on loop: any EventLoop
    ) {
        self.head = head
        self.endpoint = endpoint
        self.arrival = arrival
        self.limit = limit
        bytes = NIOLoopBoundBox([], eventLoop: loop)
    }

    /// Takes what has come.
    ///
    /// - Returns: why it is too much; nil when it is not.
    func append(_ more: ByteBuffer) -> Refusal? {
        guard bytes.value.count + more.readableBytes <= limit else { return .size }
        guard arrival.take(more.readableBytes) else { return .busy }
        bytes.value += more.readableBytesView
        return nil
    }

    /// All of it.
    var body: [UInt8] { bytes.value }

    /// The file in the form, or the body itself when it is no form.
    var document: Upload {
        get throws(MultipartForm.Failure) {
            let body = bytes.value
            let contentType = head.headers.first(name: "content-type") ?? ""
            if contentType.lowercased().hasPrefix("multipart/") {
                guard let boundary = MultipartForm.boundary(contentType: contentType) else { throw .noFile }
                return try MultipartForm.file(in: body, boundary: boundary)
            }
            guard !body.isEmpty else { throw .noFile }
            return Upload(source: "upload", bytes: body)
        }
    }
}
