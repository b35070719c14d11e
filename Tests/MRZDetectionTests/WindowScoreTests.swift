import MRZDetection
import Testing

@Suite struct WindowScoreTests {
    /// Of windows of 30 columns over 30 cells the one that has them all is worth most.
    @Test func theWindowThatHasAllIsWorthMost() {
        let occupied = OccupiedColumns(10..<40)
        let values = (0..<40).map { WindowScore.value(of: occupied, columns: 30, from: $0) }
        #expect(values.indices.max { values[$0] < values[$1] } == 10)
        // All of the cells, and the four at the ends.
        #expect(values[10] == 30 + 4 * 0.9)
        #expect(values[11] < values[10] && values[9] < values[10])
    }

    /// Print at the ends decides where a gap lets a window slide.
    @Test func endsDecide() {
        let occupied = OccupiedColumns((0..<44).filter { !(20..<30).contains($0) })
        let value = WindowScore.value(of: occupied, columns: 44, from: 0)
        #expect(value == 34 + 4 * 0.9)
        for start in [-3, -1, 1, 3] { #expect(WindowScore.value(of: occupied, columns: 44, from: start) < value) }
    }

    /// A window that is filled to a quarter is not worth what it costs.
    @Test func anEmptyWindowIsWorthNothing() {
        let cost = WindowScore.cost(lines: 1, columns: 44)
        #expect(WindowScore.value(of: OccupiedColumns(0..<44), columns: 44, from: 0) > cost)
        #expect(WindowScore.value(of: OccupiedColumns(16..<27), columns: 44, from: 0) < cost)
        #expect(WindowScore.cost(lines: 2, columns: 44) == 2 * cost)
    }

    @Test func columnsAreCountedInAnyWindow() {
        let occupied = OccupiedColumns([7, -2, 3, 7])
        #expect(occupied.count == 3 && occupied.range == -2...7)
        #expect(occupied.count(in: -9..<20) == 3)
        #expect(occupied.count(in: -2..<7) == 2)
        #expect(occupied.count(in: 8..<90) == 0 && occupied.count(in: -90 ..< -2) == 0)
        #expect(OccupiedColumns([]).count(in: 0..<9) == 0 && OccupiedColumns([]).range == nil)
    }

    @Test func windowsStartWhereTheyCoverOrLieWithin() {
        #expect(WindowScore.starts(covering: 0, 43, columns: 44) == 0...0)
        #expect(WindowScore.starts(covering: 5, 20, columns: 44) == -23...5)
        #expect(WindowScore.starts(covering: 0, 49, columns: 44) == 0...6)
    }
}
