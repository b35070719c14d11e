public import JSON

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
        /// It has an `id` to answer to, and something about it is wrong.
        case refused(RefusedRequest, BridgeError)
        /// An object that asks for nothing: what a page tells its host, or another's message.
        case other(BridgeParameters)
        /// The text is not JSON, no object, or beyond the limits: nobody answers it.
        case noMessage
    }

    /// Reads a message. Type, version, params and timestamp may be missing, unknown keys are passed over.
    ///
    /// Whoever sends an `id` waits for an answer: whatever is wrong with the rest, it gets one.
    public static func reading(_ text: [UInt8], limits: JSONValue.Limits = .init()) -> Arrival {
        guard let message = BridgeParameters(JSONValue(reading: text, limits: limits)) else { return .noMessage }
        guard message["type"] ?? "request" == "request", let id = message["id"] else { return .other(message) }
        let address = RefusedRequest(id: id, domain: message["domain"] ?? .null)
        func refused(_ code: BridgeError.Code, _ text: String) -> Arrival { .refused(address, BridgeError(code, text)) }
        guard case .string(let name) = id else { return refused(.invalidRequest, "The id is to be a text.") }
        guard let domainName = message.string("domain") else {
            return refused(.invalidRequest, "The domain is missing or no text.")
        }
        guard let domain = BridgeDomain(rawValue: domainName) else {
            return refused(.domainNotFound, "There is no domain of that name.")
        }
        guard let method = message.string("method"), !method.isEmpty else {
            return refused(.invalidRequest, "The method is missing or no text.")
        }
        guard let parameters = BridgeParameters(message["params"] ?? [:]) else {
            return refused(.invalidRequest, "The params are to be an object.")
        }
        guard let version = message.version else {
            return refused(.unsupportedVersion, "The version is to be the number \(BridgeMessage.version).")
        }
        let request = BridgeRequest(id: name, domain: domain, method: method, parameters: parameters)
        return version == BridgeMessage.version ? .request(request) : .otherVersion(request, version)
    }
}

/// What an answer to something that is no request of the protocol is sent to: its own words for itself.
public struct RefusedRequest: Sendable, Equatable {
    public let id: JSONValue
    /// Whatever stands there; null when nothing does.
    public let domain: JSONValue

    public init(id: JSONValue, domain: JSONValue) {
        self.id = id
        self.domain = domain
    }
}

extension RefusedRequest: CustomStringConvertible, CustomReflectable {
    /// Nothing of it: it is a page's.
    public var description: String { "RefusedRequest" }
    public var customMirror: Mirror { Mirror(self, children: []) }
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
