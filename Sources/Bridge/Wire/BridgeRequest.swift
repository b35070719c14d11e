public import Reporting

/// A page asks its host.
public struct BridgeRequest: Sendable, Equatable {
    /// The page's name for it; the response carries it as `requestId`.
    public let id: String
    public let domain: BridgeDomain
    public let method: String
    public let parameters: BridgeParameters

    public init(id: String, domain: BridgeDomain, method: String, parameters: BridgeParameters = .init()) {
        self.id = id
        self.domain = domain
        self.method = method
        self.parameters = parameters
    }

    /// What a message of the page turns out to be.
    public enum Arrival: Sendable, Equatable {
        case request(BridgeRequest)
        /// A request of another version of the protocol than 1.
        case otherVersion(BridgeRequest, Int)
        /// Not JSON, no request, or of a domain that is none: nobody answers it.
        case noRequest
    }

    /// Reads a message. Type, version, params and timestamp may be missing, unknown keys are passed over.
    public static func reading(_ text: [UInt8], limits: JSONValue.Limits = .init()) -> Arrival {
        guard let message = BridgeParameters(JSONValue(reading: text, limits: limits)),
            message["type"] ?? "request" == "request", let id = message.string("id"), !id.isEmpty,
            let domain = message.string("domain").flatMap({ BridgeDomain(rawValue: $0) }),
            let method = message.string("method"), !method.isEmpty,
            let parameters = BridgeParameters(message["params"] ?? [:]), let version = message.version
        else { return .noRequest }
        let request = BridgeRequest(id: id, domain: domain, method: method, parameters: parameters)
        return version == BridgeMessage.version ? .request(request) : .otherVersion(request, version)
    }
}

extension BridgeParameters {
    /// The version that a message names, or that of the protocol where it names none; nil when it is no whole number.
    fileprivate var version: Int? {
        switch self["version"] {
        case nil: BridgeMessage.version
        case .integer(let version): version
        // JavaScript knows one kind of number: 1.0 is 1.
        case .number(let value, _), .exact(let value): Int(exactly: value)
        default: nil
        }
    }
}

extension BridgeRequest: CustomStringConvertible, CustomReflectable {
    /// Whom it asks: what it says may be personal data.
    public var description: String { "BridgeRequest(\(domain.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["domain": domain.rawValue]) }
}
