import JSON

/// A message of a page that speaks of capabilities.
///
/// Contract 002 reads `payload.action`, `payload.data` and `correlationId`; `action` beside `payload` is another shape
/// of the same, which is taken too and answered in kind.
struct GBGRequest: Equatable {
    /// Where a message has its action and what belongs to it.
    enum Shape {
        case envelope
        case flat
    }

    enum Kind {
        case request
        case event
    }

    let kind: Kind
    let shape: Shape
    /// Empty when the page names none.
    let action: String
    /// The page's own name for it; null when it has none.
    let correlation: JSONValue
    let data: BridgeParameters

    /// Nil when it is neither a request nor an event.
    init?(_ members: BridgeParameters) {
        let payload = BridgeParameters(members["payload"]) ?? BridgeParameters()
        correlation = members["correlationId"] ?? .null
        if let action = payload.string("action") {
            (shape, self.action) = (.envelope, action)
            data = BridgeParameters(payload["data"]) ?? BridgeParameters()
        } else {
            shape = members.string("action") == nil && members["payload"] != nil ? .envelope : .flat
            self.action = members.string("action") ?? members.string("event") ?? ""
            data = payload
        }
        switch members.string("type") {
        case "request"?: kind = .request
        case "event"?: kind = .event
        case nil where !action.isEmpty || correlation != .null:
            let isTold = members["event"] != nil || (correlation == .null && action.hasPrefix("journey."))
            kind = isTold ? .event : .request
        default: return nil
        }
    }
}

/// What an action came to. Contract 002.
public enum CapabilityStatus: String, Sendable, CaseIterable {
    case success
    case cancelled
    case error
    case unsupported
}

/// Why an action came to nothing. Contract 002, `BridgeErrorPayload`.
public struct CapabilityError: Error, Sendable, Equatable {
    public let code: String
    /// One English sentence for people.
    public let message: String
    /// Whether trying again may help.
    public let recoverable: Bool

    public init(code: String, message: String, recoverable: Bool) {
        self.code = code
        self.message = message
        self.recoverable = recoverable
    }

    var json: JSONValue {
        ["code": .string(code), "message": .string(message), "recoverable": .bool(recoverable)]
    }
}

/// What an action came to, as the page is told.
struct GBGAnswer: Sendable {
    let status: CapabilityStatus
    var data: JSONValue?
    var error: CapabilityError?

    static func success(_ data: JSONValue) -> GBGAnswer { GBGAnswer(status: .success, data: data) }

    /// - Parameter reason: `user_dismissed`, or another word.
    static func cancelled(_ reason: String) -> GBGAnswer {
        GBGAnswer(status: .cancelled, data: ["reason": .string(reason)])
    }

    /// - Parameter recoverable: whether trying again may help.
    static func failure(
        _ code: String, _ message: String, recoverable: Bool, _ status: CapabilityStatus = .error
    ) -> GBGAnswer {
        GBGAnswer(status: status, error: CapabilityError(code: code, message: message, recoverable: recoverable))
    }

    /// The answer in the shape of its question.
    func json(to request: GBGRequest) -> JSONValue {
        let action = JSONValue.Member("action", .string(request.action))
        var content = [JSONValue.Member("status", .string(status.rawValue))]
        if let data { content.append(.init("data", data)) }
        if let error { content.append(.init("error", error.json)) }
        let head: [JSONValue.Member] = [.init("type", "response"), .init("version", "1.0")]
        let correlation = JSONValue.Member("correlationId", request.correlation)
        switch request.shape {
        case .envelope: return .object(head + [correlation, .init("payload", .object([action] + content))])
        case .flat: return .object(head + [action, correlation] + content)
        }
    }
}
