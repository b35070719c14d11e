public import JSON

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
    /// Tells the host's program what the page has said or decided.
    public let report: @Sendable (HostEvent) -> Void
    /// Tells the page of something that happened.
    public let emit: @Sendable (BridgeDomain, _ event: String, _ data: JSONValue) -> Void

    public init(
        session: SessionIdentity, report: @escaping @Sendable (HostEvent) -> Void = { _ in },
        emit: @escaping @Sendable (BridgeDomain, String, JSONValue) -> Void
    ) {
        self.session = session
        self.report = report
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

    /// A text that the method can't do without, under the first of several names that is there.
    ///
    /// - Throws: `code` when it is missing, empty or no primitive of JSON.
    func required(_ keys: String..., or code: BridgeError.Code) throws(BridgeError) -> String {
        guard let text = keys.lazy.compactMap({ parameters.text($0) }).first, !text.isEmpty else {
            throw BridgeError(code, "The parameter '\(keys[0])' is missing.")
        }
        return text
    }

    /// Lets the request through that asks for no recognition of the person, or whose person is recognised.
    ///
    /// Contract 001, adapter mapping: a secret that is asked for with `requireBiometric` is behind the person's face or
    /// finger. Where nobody can be recognised nobody gets it.
    ///
    /// - Throws: `BIOMETRIC_ERROR`.
    func admitted(by biometrics: (any BiometricsProvider)?) async throws(BridgeError) {
        switch parameters["requireBiometric"] {
        case nil, .bool(false)?: return
        default: try await (biometrics ?? NoBiometrics()).authenticate(reason: parameters.string("reason"))
        }
    }
}
