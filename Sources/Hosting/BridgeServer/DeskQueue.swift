import NIOHTTP1
import Threads

/// What the page of a desk asks its host.
public struct DeskRequest: Sendable {
    /// Where its endpoints are.
    static let folder = "/desk/"

    /// What stands behind `/desk/`: `items`.
    public let name: String
    /// Whether something is to be kept, and not only to be told.
    public let isPost: Bool
    /// What `id` of the query is; empty where it is not there.
    public let id: String
    /// What `part` of the query is; empty where it is not there.
    public let part: String
    /// The body; empty where there is none.
    public let body: [UInt8]

    init(_ head: HTTPRequestHead, body: [UInt8] = []) {
        let target = RequestTarget(head.uri)
        name = String(target.path.dropFirst(Self.folder.count))
        isPost = head.method == .POST
        id = String(target.id ?? "")
        part = String(target.part ?? "")
        self.body = body
    }
}

extension DeskRequest: CustomStringConvertible, CustomReflectable {
    /// What it asks for; the rest may be personal data.
    public var description: String { "DeskRequest(\(name))" }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// What it is answered.
public enum DeskAnswer: Sendable {
    /// A text of JSON.
    case json(String)
    /// A picture.
    case jpeg([UInt8])
    /// A refusal: a stable word and an English sentence, neither with anything that JSON would escape.
    case refused(code: String, message: String)
}

extension DeskAnswer: CustomStringConvertible, CustomReflectable {
    /// The kind of the answer; the rest is personal data.
    public var description: String {
        switch self {
        case .json: "json"
        case .jpeg: "jpeg"
        case .refused(let code, _): "refused(\(code))"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: ["answer": description]) }
}

extension HTTPAnswer {
    init(_ answer: DeskAnswer) {
        switch answer {
        case .json(let text): self.init(.ok, contentType: "application/json", Array((text + "\n").utf8))
        case .jpeg(let bytes): self.init(.ok, contentType: "image/jpeg", bytes)
        case .refused("not_found", let message): self = .problem(.notFound, "not_found", message)
        case .refused(let code, let message): self = .problem(.badRequest, code, message)
        }
    }
}

/// Answers a desk's requests one after another on a thread of its own: files are read and pictures looked at for them,
/// which must not happen where connections are served.
final class DeskQueue: Sendable {
    private struct Job: Sendable {
        let request: DeskRequest
        let done: @Sendable (DeskAnswer) -> Void
    }

    private let thread: ThreadPool<Job>

    /// - Throws: where there is no thread to be had.
    init(_ makeDesk: @escaping @Sendable () -> (DeskRequest) -> DeskAnswer) throws(ThreadError) {
        thread = try ThreadPool(threads: 1) {
            let answer = makeDesk()
            return { job in job.done(answer(job.request)) }
        }
    }

    /// Has it answered; `done` is called on the thread that did.
    func ask(_ request: DeskRequest, done: @escaping @Sendable (DeskAnswer) -> Void) {
        thread.add(Job(request: request, done: done))
    }

    /// Ends the thread once it has answered what it is at.
    func stop() { thread.stop() }
}
