import Bridge
import Foundation
import Testing
import Threads

/// Both ends of a session: what a page would write, and everything that the host sent.
final class Wiretap: Sendable {
    private struct State {
        var lines: [String] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Monitor(State())
    private let made = Monitor<BridgeSession?>(nil)

    init(_ make: (@escaping @Sendable ([UInt8]) -> Void) -> BridgeSession) {
        let session = make { [weak self] bytes in self?.took(bytes) }
        made.update { $0 = session }
    }

    convenience init(
        _ registry: ProviderRegistry, results: ResultShape = .union, time: TestEnvironment = TestEnvironment()
    ) {
        self.init { send in
            BridgeSession(registry: registry, results: results, environment: time.environment, send: send)
        }
    }

    var session: BridgeSession {
        get throws { try #require(made.update { $0 }) }
    }

    /// Everything so far, one text a message.
    var lines: [String] { state.update { $0.lines } }

    func write(_ text: String) throws { try session.receive(Array(text.utf8)) }

    /// Sends a request with `method` as its id.
    func ask(_ domain: String, _ method: String, id: String? = nil, _ parameters: String = "{}") throws {
        try write(
            """
            {"type":"request","version":1,"id":"\(id ?? method)","domain":"\(domain)","method":"\(method)",\
            "params":\(parameters),"timestamp":1}
            """)
    }

    /// Waits until everything that was asked is answered; the messages as objects.
    func answered() async throws -> [[String: Any]] {
        try await session.finished()
        return try objects()
    }

    /// Waits until that many messages were sent.
    func sent(_ count: Int) async throws -> [[String: Any]] {
        await withCheckedContinuation { continuation in
            let isThere = state.update { state in
                if state.lines.count < count { state.waiting.append((count, continuation)) }
                return state.lines.count >= count
            }
            if isThere { continuation.resume() }
        }
        return try objects()
    }

    /// The one answer to one request.
    func answer(_ domain: String, _ method: String, _ parameters: String = "{}") async throws -> [String: Any] {
        let id = UUID().uuidString
        try ask(domain, method, id: id, parameters)
        return try #require(try await answered().last { $0["requestId"] as? String == id })
    }

    private func objects() throws -> [[String: Any]] {
        try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private func took(_ bytes: [UInt8]) {
        let ready = state.update { state in
            state.lines.append(String(decoding: bytes, as: UTF8.self))
            let count = state.lines.count
            defer { state.waiting.removeAll { $0.count <= count } }
            return state.waiting.filter { $0.count <= count }
        }
        for waiting in ready { waiting.continuation.resume() }
    }
}

extension [String: Any] {
    /// The code of a failure.
    var code: String? { (self["error"] as? [String: Any])?["code"] as? String }
    var isSuccess: Bool { self["success"] as? Bool == true }
    /// The data of an event or a success, when it is an object.
    var data: [String: Any] { self["data"] as? [String: Any] ?? [:] }
}
