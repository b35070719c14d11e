/// What a page may ask its host about: exactly these ten. The raw value is the name on the wire.
public enum BridgeDomain: String, Sendable, CaseIterable {
    case nfc
    case biometrics
    case secureStorage
    case camera
    case crypto
    case haptic
    case analytics
    case lifecycle
    case documents
    /// Stays inside the page: no host answers it.
    case navigation
}
