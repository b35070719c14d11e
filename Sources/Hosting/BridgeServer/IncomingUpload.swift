import NIOCore
import NIOHTTP1

/// The body of an upload as it arrives, never more of it than is allowed.
final class IncomingUpload: Sendable {
    let head: HTTPRequestHead
    let endpoint: Metrics.Endpoint
    let slot: UploadPool.Slot
    private let limit: Int
    private let bytes: NIOLoopBoundBox<[UInt8]>

    init(
        _ head: HTTPRequestHead, to endpoint: Metrics.Endpoint, slot: UploadPool.Slot, limit: Int,
        on loop: any EventLoop
    ) {
        self.head = head
        self.endpoint = endpoint
        self.slot = slot
        self.limit = limit
        bytes = NIOLoopBoundBox([], eventLoop: loop)
    }

    /// False when that is too much.
    func append(_ more: ByteBuffer) -> Bool {
        guard bytes.value.count + more.readableBytes <= limit else { return false }
        bytes.value += more.readableBytesView
        return true
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
