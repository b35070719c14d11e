public import Reporting

/// What a host says to its page. `json` is what goes over the wire.
public enum BridgeMessage: Sendable, Equatable {
    /// The answer to a request.
    case response(Stamp, to: BridgeRequest, Result<JSONValue, BridgeError>)
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

    /// A success has `data` and no `error`, a failure the other way round: not even as null.
    public var json: JSONValue {
        switch self {
        case .response(let stamp, let request, let outcome):
            let (success, content) =
                switch outcome {
                case .success(let data): (true, JSONValue.Member("data", data))
                case .failure(let error): (false, JSONValue.Member("error", error.json))
                }
            return Self.envelope(
                "response", stamp, request.domain,
                [.init("requestId", .string(request.id)), .init("success", .bool(success)), content])
        case .event(let stamp, let domain, let name, let data):
            return Self.envelope("event", stamp, domain, [.init("event", .string(name)), .init("data", data)])
        case .other(let message):
            return message
        }
    }

    private static func envelope(
        _ type: String, _ stamp: Stamp, _ domain: BridgeDomain, _ content: [JSONValue.Member]
    ) -> JSONValue {
        .object(
            [
                .init("type", .string(type)), .init("version", .integer(version)), .init("id", .string(stamp.id)),
                .init("domain", .string(domain.rawValue)),
            ] + content + [.init("timestamp", .integer(stamp.timestamp))])
    }
}

extension BridgeMessage: CustomStringConvertible, CustomReflectable {
    /// Its kind: what it says may be personal data.
    public var description: String {
        switch self {
        case .response(_, let request, _): "BridgeMessage(response, \(request.domain.rawValue))"
        case .event(_, let domain, _, _): "BridgeMessage(event, \(domain.rawValue))"
        case .other: "BridgeMessage(other)"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: ["kind": description]) }
}
