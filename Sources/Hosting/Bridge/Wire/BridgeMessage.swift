public import JSON

/// What a host says to its page. `json` is what goes over the wire.
public enum BridgeMessage: Sendable, Equatable {
    /// The answer to a request.
    case response(Stamp, to: BridgeRequest, Result<JSONValue, BridgeError>)
    /// The answer to what is no request of this protocol, but wants one.
    case refusal(Stamp, to: RefusedRequest, BridgeError)
    /// Something that happened.
    case event(Stamp, BridgeDomain, name: String, data: JSONValue)
    /// A message of another dialect.
    case other(JSONValue)

    /// The version of the protocol.
    public static let version = 1

    /// What every message carries.
    public struct Stamp: Sendable, Equatable {
        /// A UUID of the message's own.
        public let id: String
        /// Milliseconds since 1970.
        public let timestamp: Int

        public init(id: String, timestamp: Int) {
            self.id = id
            self.timestamp = timestamp
        }
    }

    /// An answer always has both `data` and `error`, and one of them is null. Contract 001, message format.
    public var json: JSONValue {
        switch self {
        case .response(let stamp, let request, let outcome):
            return Self.answer(stamp, .string(request.domain.rawValue), to: .string(request.id), outcome)
        case .refusal(let stamp, let request, let error):
            return Self.answer(stamp, request.domain, to: request.id, .failure(error))
        case .event(let stamp, let domain, let name, let data):
            return Self.envelope(
                "event", stamp, .string(domain.rawValue), [.init("event", .string(name)), .init("data", data)])
        case .other(let message):
            return message
        }
    }

    private static func answer(
        _ stamp: Stamp, _ domain: JSONValue, to request: JSONValue, _ outcome: Result<JSONValue, BridgeError>
    ) -> JSONValue {
        let (success, data, error): (Bool, JSONValue, JSONValue) =
            switch outcome {
            case .success(let data): (true, data, .null)
            case .failure(let error): (false, .null, error.json)
            }
        return envelope(
            "response", stamp, domain,
            [
                .init("requestId", request), .init("success", .bool(success)), .init("data", data),
                .init("error", error),
            ])
    }

    private static func envelope(
        _ type: String, _ stamp: Stamp, _ domain: JSONValue, _ content: [JSONValue.Member]
    ) -> JSONValue {
        .object(
            [
                .init("type", .string(type)), .init("version", .integer(version)), .init("id", .string(stamp.id)),
                .init("domain", domain),
            ] + content + [.init("timestamp", .integer(stamp.timestamp))])
    }
}

extension BridgeMessage: CustomStringConvertible, CustomReflectable {
    /// The kind of the message: what it says may be personal data.
    public var description: String {
        switch self {
        case .response(_, let request, _): "BridgeMessage(response, \(request.domain.rawValue))"
        case .refusal: "BridgeMessage(refusal)"
        case .event(_, let domain, _, _): "BridgeMessage(event, \(domain.rawValue))"
        case .other: "BridgeMessage(other)"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: ["kind": description]) }
}
