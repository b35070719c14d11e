import Bridge
import Testing

@Suite struct BridgeDomainTests {
    /// Page and host agree on these names, and on no other.
    @Test func names() {
        let names = [
            "nfc", "biometrics", "secureStorage", "camera", "crypto", "haptic", "analytics", "lifecycle", "documents",
            "navigation",
        ]
        #expect(BridgeDomain.allCases.map(\.rawValue) == names)
        #expect(names.compactMap { BridgeDomain(rawValue: $0) } == BridgeDomain.allCases)
        #expect(BridgeDomain(rawValue: "custody") == nil && BridgeDomain(rawValue: "Camera") == nil)
    }
}
