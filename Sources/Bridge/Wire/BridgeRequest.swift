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
        guard let envelope = ReadJSON.decoded(Envelope.self, from: text, limits: limits),
            envelope.type ?? "request" == "request", let id = envelope.id, !id.isEmpty,
            let domain = envelope.domain.flatMap({ BridgeDomain(rawValue: $0) }),
            let method = envelope.method, !method.isEmpty,
            case .object(let members) = envelope.params?.value ?? .object([])
        else { return .noRequest }
        let request = BridgeRequest(id: id, domain: domain, method: method, parameters: .init(members))
        let version = envelope.version ?? BridgeMessage.version
        return version == BridgeMessage.version ? .request(request) : .otherVersion(request, version)
    }

    /// The keys of a request that its answer depends on.
    private struct Envelope: Decodable {
        let type: String?
        let version: Int?
        let id: String?
        let domain: String?
        let method: String?
        let params: ReadJSON?
    }
}

extension BridgeRequest: CustomStringConvertible, CustomReflectable {
    /// Whom it asks: what it says may be personal data.
    public var description: String { "BridgeRequest(\(domain.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["domain": domain.rawValue]) }
}
