import Scanning
import Testing

@Suite struct CellAlignmentTests {
    /// Ten cells of a line between two that lie beyond its ends.
    private let alignment = CellAlignment(burdens: [0.4] + Array(repeating: 0, count: 10) + [0.4])

    private func cells(_ places: [Double], runs: Range<Int> = 0..<0) -> [Int?] {
        alignment.cells(of: places, areInRuns: places.indices.map(runs.contains))
    }

    @Test func eachGlyphHasTheCellInWhichItStands() {
        for phase in [0.3, 0.5, 0.7] {
            let places: [Double] = (1...10).map { Double($0) + phase }
            #expect(cells(places) == Array(1...10))
        }
    }

    @Test func aLostGlyphLeavesItsCellEmpty() {
        #expect(cells([1.5, 2.5, 3.5, 5.5, 6.5, 7.5, 8.5, 9.5]) == [1, 2, 3, 5, 6, 7, 8, 9])
    }

    @Test func anInventedGlyphHasNone() {
        let found = cells([1.5, 2.5, 3.5, 3.6, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5])
        #expect(found.count { $0 == nil } == 1)
        #expect(found.compactMap { $0 } == Array(1...9))
    }

    /// Nothing but the end of the strip keeps the network from reading the outermost glyphs too far out.
    @Test func theOutermostGlyphsMayStandTooFarOut() {
        #expect(cells([0.4, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 11.6]) == Array(1...10))
    }

    /// In a run of fillers the recogniser falls behind; the cells that it reaches are still those of the order.
    @Test func fillersMayFallBehind() {
        let places = [1.5, 2.5, 3.65, 4.8, 5.95, 7.1, 8.25, 9.4, 9.5, 10.5]
        #expect(cells(places, runs: 2..<8) == Array(1...10))
    }

    @Test func noGlyphsNoCells() {
        #expect(cells([]).isEmpty)
        #expect(CellAlignment(burdens: []).cells(of: [0.5], areInRuns: [false]).isEmpty)
    }
}
