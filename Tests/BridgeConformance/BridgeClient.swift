package import Foundation

/// A page as the SDKs have it: asks, matches answers by `requestId`, hears events; and it minds every message.
package actor BridgeClient {
    private let transport: BridgeTransport
    private var waiting: [String: CheckedContinuation<Response, any Error>] = [:]
    private var watching:
        [(condition: @Sendable ([Event]) -> Bool, continuation: CheckedContinuation<Void, any Error>)] =
            []
    private(set) var events: [Event] = []
    private var failure: (any Error)?
    private var names = 0

    /// The answer to a request.
    package struct Response: Sendable {
        package let isSuccess: Bool
        /// The JSON under `data`, or under `error`.
        package let content: Data
        /// The code of a failure.
        package let code: String?

        /// The content as an object; empty when it is something else.
        package var object: [String: Any] {
            get throws {
                try JSONSerialization.jsonObject(with: content, options: .fragmentsAllowed) as? [String: Any] ?? [:]
            }
        }

        /// The content's text: `true`, `null`, an object.
        package var text: String { String(decoding: content, as: UTF8.self) }
    }

    package struct Event: Sendable {
        package let domain: String
        package let name: String
        package let stateIndex: Int?
        package let hint: String?
    }

    package init(_ transport: BridgeTransport) {
        self.transport = transport
        Task { await pump() }
    }

    /// Sends a request and waits for its answer.
    package func ask(_ domain: String, _ method: String, _ parameters: String = "{}") async throws -> Response {
        names += 1
        let id = "request-\(names)"
        return try await withCheckedThrowingContinuation { continuation in
            if let failure { return continuation.resume(throwing: failure) }
            waiting[id] = continuation
            Task {
                do {
                    try await write(
                        """
                        {"type":"request","version":1,"id":"\(id)","domain":"\(domain)","method":"\(method)",\
                        "params":\(parameters),"timestamp":1700000000000}
                        """)
                } catch { end(error) }
            }
        }
    }

    /// Sends a text as it is.
    package func write(_ text: String) async throws { try await transport.send(text) }

    /// Waits until the events so far are what is waited for.
    package func events(until condition: @escaping @Sendable ([Event]) -> Bool) async throws -> [Event] {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            if let failure { return continuation.resume(throwing: failure) }
            if condition(events) { return continuation.resume() }
            watching.append((condition, continuation))
        }
        return events
    }

    private func pump() async {
        for await text in transport.messages {
            do {
                try take(text)
            } catch {
                return end(error)
            }
        }
        end(Violation("the host has gone"))
    }

    private func take(_ text: String) throws {
        let message = try WireMessage(text)
        switch message.kind {
        case .event(let event):
            events.append(event)
            for watcher in watching where watcher.condition(events) { watcher.continuation.resume() }
            watching.removeAll { $0.condition(events) }
        case .response(let id, let response):
            guard let continuation = waiting.removeValue(forKey: id) else {
                throw Violation("an answer to what was not asked, or a second one")
            }
            continuation.resume(returning: response)
        }
    }

    private func end(_ error: any Error) {
        failure = failure ?? error
        for continuation in waiting.values { continuation.resume(throwing: error) }
        for watcher in watching { watcher.continuation.resume(throwing: error) }
        (waiting, watching) = ([:], [])
    }
}
