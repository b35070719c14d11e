import Scanning
import Testing

@Suite struct RepairTests {
    /// The words are part of the results: `docs/results.md`.
    @Test func reasonsAreStable() {
        #expect(Repair.Reason.alphabet.rawValue == "alphabet")
        #expect(Repair.Reason.checkDigit.rawValue == "checkDigit")
        #expect(Repair.Reason.gap.rawValue == "gap")
    }
}
