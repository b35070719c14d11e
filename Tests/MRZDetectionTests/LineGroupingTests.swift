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

    /// The lines of a card that is turned by 66 degrees close before the lens meet at 0.12, the outer ones at twice that;
    /// lines of one pitch that meet so belong to nothing.
    @Test(arguments: [true, false]) func linesThatMeet(isSteep: Bool) throws {
        func seen(_ column: Double, _ line: Double) -> Point {
            let (across, down) = (2.54 * (column - 14.5), 4.5 * line)
            let depth = 85 + 0.91 * across
            return isSteep
                ? Point(x: 300 + 900 * 0.41 * across / depth, y: 250 + 900 * (down - 4.5) / depth)
                : Point(x: 100 + 14 * column, y: 150 + line * (90 - 2 * column))
        }
        let rows = (0..<3).map { line in (0..<30).map { seen(Double($0), Double(line)) } }
        let marks = DrawnMarks(at: rows.flatMap(\.self), size: (4, isSteep ? 19 : 11))
        let lines = try rows.map { try #require(marks.line(through: $0)) }
        let groups = LineGrouping(blobs: marks.blobs, shapes: .standard).groups(of: lines).groups
        #expect(groups.contains { $0.lines.count == 3 } == isSteep)
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
