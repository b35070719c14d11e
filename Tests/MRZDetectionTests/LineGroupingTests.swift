import Imaging
import MRZDetection
import Testing

/// Which lines belong to one zone, told by lines drawn as points.
@Suite struct LineGroupingTests {
    private func best(_ rows: [(columns: Range<Int>, y: Double)], pitch: Double = 14) throws -> [Double] {
        let marks = DrawnMarks(at: rows.flatMap { DrawnMarks.row($0.columns, pitch: pitch, y: $0.y) })
        let lines = try rows.map { try #require(marks.line(at: $0.y)) }
        let grouping = LineGrouping(blobs: marks.blobs, shapes: .standard)
        let (sorted, groups) = grouping.groups(of: lines)
        return groups.first?.lines.map { sorted[$0].mean.y } ?? []
    }

    /// Capitals are 11 pixels high: two lines 2.7 heights apart, three 1.8.
    @Test func twoLinesOfAPassport() throws {
        #expect(try best([(0..<44, 60), (0..<44, 90)]) == [60, 90])
    }

    @Test func threeLinesOfACard() throws {
        #expect(try best([(0..<30, 60), (0..<30, 80), (0..<30, 100)]) == [60, 80, 100])
    }

    /// A line too far away belongs to something else.
    @Test func aLineFarAbove() throws {
        #expect(try best([(0..<44, 60), (0..<44, 200), (0..<44, 230)]) == [200, 230])
    }

    /// Lines that hardly overlap are beside each other, not above.
    @Test func linesSideBySide() throws {
        let groups = try best([(0..<30, 60), (28..<58, 90)])
        #expect(groups.count < 2)
    }

    /// A single line of the length of a French driving licence's is tried alone.
    @Test func oneLine() throws {
        #expect(try best([(0..<30, 60)]) == [60])
        #expect(try best([(0..<12, 60)]).isEmpty)
    }
}
