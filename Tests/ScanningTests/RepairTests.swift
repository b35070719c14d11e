import MRZParsing
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

@Suite struct DoubtTests {
    @Test func codesAreStable() {
        let position = MRZPosition(line: 0, column: 0)
        let doubts: [Reading.Doubt] = [
            .gap(at: position), .unsure(at: position), .twin(at: position), .decidedByCheckDigit(at: position),
            .disputed(at: position), .weakEvidence, .obscured(at: position), .printBeyond, .mixedPrint, .tooSmall,
            .tooFaint, .damaged, .otherTypeface,
        ]
        #expect(
            doubts.map(\.code) == [
                "gap", "unsureGlyph", "ambiguousGlyph", "decidedByCheckDigit", "disputedGlyph", "weakEvidence",
                "obscuredGlyph", "printBeyond", "mixedPrint", "tooSmallPrint", "tooFaintPrint", "damagedInput",
                "otherTypeface",
            ])
    }
}

@Suite struct CellReadingTests {
    @Test func anEmptyCellLeansToNothing() {
        #expect(CellReading.empty.isEmpty)
        #expect(CellReading.empty.confidence == 0)
        let weights = Set(MRZCharacter.all.map { CellReading.empty.weight(of: $0) })
        #expect(weights.count == 1)
    }
}
