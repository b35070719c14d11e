import MRZParsing
import Scanning
import Testing

@Suite struct DoubtTests {
    /// The words are part of the results: `docs/results.md`.
    @Test func codesAreStable() {
        #expect(
            Reading.Doubt.all(at: MRZPosition(line: 0, column: 0)).map(\.code) == [
                "gap", "unsureGlyph", "ambiguousGlyph", "disputedGlyph", "decidedByCheckDigit", "weakEvidence",
                "incompleteZone", "obscuredGlyph", "printBeyond", "mixedPrint", "tooSmallPrint", "tooFaintPrint",
                "damagedInput",
                "otherTypeface",
            ])
    }
}
