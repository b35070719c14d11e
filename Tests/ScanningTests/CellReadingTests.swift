import MRZParsing
import Scanning
import Testing

@Suite struct CellReadingTests {
    @Test func anEmptyCellLeansToNothing() {
        #expect(CellReading.empty.isEmpty)
        #expect(CellReading.empty.confidence == 0)
        let weights = Set(MRZCharacter.all.map { CellReading.empty.weight(of: $0) })
        #expect(weights.count == 1)
    }
}
