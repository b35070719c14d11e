public import Reporting

/// Answers the requests of one domain.
public protocol BridgeHandler: Sendable {
    var domain: BridgeDomain { get }

    /// What goes under `data`.
    ///
    /// - Throws: `BridgeError`; anything else becomes `INTERNAL_ERROR` with its description.
    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue
}

/// Where a request comes from.
public struct BridgeContext: Sendable {
    public let session: SessionIdentity
    /// Tells the page of something that happened.
    public let emit: @Sendable (BridgeDomain, _ event: String, _ data: JSONValue) -> Void

    public init(
        session: SessionIdentity, emit: @escaping @Sendable (BridgeDomain, String, JSONValue) -> Void
    ) {
        self.session = session
        self.emit = emit
    }
}

extension BridgeRequest {
    /// The failure of a method that the domain does not have.
    public var methodNotFound: BridgeError {
        BridgeError(.methodNotFound, "The domain \(domain.rawValue) has no such method.")
    }

    /// The provider behind the domain.
    ///
    /// - Throws: `NOT_CONFIGURED` when there is none.
    func configured<Provider>(_ provider: Provider?) throws(BridgeError) -> Provider {
        guard let provider else {
            throw BridgeError(.notConfigured, "This host offers nothing for the domain \(domain.rawValue).")
        }
        return provider
    }

    /// A text that the method can't do without.
    ///
    /// - Throws: `code` when it is missing, empty or something else.
    func required(_ key: String, or code: BridgeError.Code) throws(BridgeError) -> String {
        guard let text = parameters.string(key), !text.isEmpty else {
            throw BridgeError(code, "The parameter \(key) is missing.")
        }
        return text
    }
}
