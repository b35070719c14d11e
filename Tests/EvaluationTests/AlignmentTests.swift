import Evaluation
import Testing

@Suite struct AlignmentTests {
    @Test(arguments: [
        ("", "", 0), ("ABC", "ABC", 0), ("ABC", "", 3), ("", "AB", 2), ("ABC", "AXC", 1), ("ABCD", "ACD", 1),
        ("ACD", "ABCD", 1), ("KITTEN", "SITTING", 3),
    ])
    func countsEdits(_ expected: String, _ read: String, _ edits: Int) {
        #expect(Alignment(expected: expected, read: read).edits == edits)
    }

    @Test func keepsBothTexts() {
        let alignment = Alignment(expected: "P<UTO<<ANNA", read: "P<UT0<ANNAX")
        #expect(String(alignment.columns.compactMap(\.expected)) == "P<UTO<<ANNA")
        #expect(String(alignment.columns.compactMap(\.read)) == "P<UT0<ANNAX")
        #expect(alignment.edits == 3)
    }

    @Test func laysALineWithoutCounterpartBesideNothing() {
        let pairs = Alignment.lines(expected: ["AB", "CD"], read: ["AB"])
        #expect(pairs.map(\.edits) == [0, 2])
    }
}
