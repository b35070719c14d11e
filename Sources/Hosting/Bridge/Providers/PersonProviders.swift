import JSON

/// Recognises the person at the machine.
public protocol BiometricsProvider: Sendable {
    var isAvailable: Bool { get }
    /// The word for what it uses; `none` without any.
    var kind: String { get }
    /// - Throws: `BIOMETRIC_ERROR` when the person is not recognised.
    func authenticate(reason: String?) async throws(BridgeError)
}

/// Nobody can be recognised, and nobody is let through.
public struct NoBiometrics: BiometricsProvider {
    public init() {}
    public var isAvailable: Bool { false }
    public var kind: String { "none" }

    public func authenticate(reason: String?) async throws(BridgeError) {
        throw BridgeError(
            .biometricError, "This host can't recognise anybody.", details: ["errorCode": "not_available"])
    }
}
