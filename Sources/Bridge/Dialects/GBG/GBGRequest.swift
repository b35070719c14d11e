import Reporting

/// A message of a page that speaks of capabilities.
enum GBGRequest: Equatable {
    /// Asks for an action, under a name of the page's own.
    case action(String, correlation: String, BridgeParameters)
    /// Tells of its journey.
    case event(String, BridgeParameters)

    /// Nil when it is neither.
    init?(_ message: JSONValue) {
        guard let members = BridgeParameters(message) else { return nil }
        let payload = BridgeParameters(members["payload"]) ?? BridgeParameters()
        if let action = members.string("action"), let correlation = members.string("correlationId"),
            !correlation.isEmpty
        {
            self = .action(action, correlation: correlation, payload)
        } else if let event = members.string("event") ?? members.string("action") {
            self = .event(event, payload)
        } else {
            return nil
        }
    }
}

/// What an action came to.
struct GBGAnswer {
    enum Status: String {
        case success
        case cancelled
        case error
        case unsupported
    }

    let status: Status
    var data: JSONValue?
    var error: JSONValue?

    static func success(_ data: JSONValue) -> GBGAnswer { GBGAnswer(status: .success, data: data) }

    /// - Parameter reason: `user_dismissed`, or another word.
    static func cancelled(_ reason: String) -> GBGAnswer {
        GBGAnswer(status: .cancelled, data: ["reason": .string(reason)])
    }

    /// - Parameter recoverable: whether trying again may help.
    static func failure(_ code: String, _ message: String, recoverable: Bool, _ status: Status = .error) -> GBGAnswer {
        GBGAnswer(
            status: status,
            error: ["code": .string(code), "message": .string(message), "recoverable": .bool(recoverable)])
    }

    func json(to action: String, correlation: String) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("type", "response"), .init("version", "1.0"), .init("action", .string(action)),
            .init("correlationId", .string(correlation)), .init("status", .string(status.rawValue)),
        ]
        if let data { members.append(.init("data", data)) }
        if let error { members.append(.init("error", error)) }
        return .object(members)
    }
}
