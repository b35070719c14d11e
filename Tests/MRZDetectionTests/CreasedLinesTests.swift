import Foundation
import Imaging
import MRZDetection
import Testing

/// Lines that a crease parts, drawn as points.
@Suite struct CreasedLinesTests {
    /// A row of characters, 15 pixels apart, that goes on in another direction and at another pitch behind so many of
    /// them.
    private func row(_ count: Int, creasedBehind first: Int, turn degrees: Double, pitch: Double = 15, y: Double = 300)
        -> [Point]
    {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let crease = Point(x: 60 + 15 * (Double(first) - 0.5), y: y)
        return (0..<count).map { column in
            guard column >= first else { return Point(x: 60 + 15 * Double(column), y: y) }
            let place = pitch * (Double(column - first) + 0.5)
            return Point(x: crease.x + place * cosine, y: crease.y + place * sine)
        }
    }

    private func lines(_ marks: DrawnMarks) -> (parts: [PrintLine], joined: [PrintLine]) {
        let blobs = marks.blobs.all
        // Of each number of members one: chains are found from either end.
        let chains = ChainGrowth(blobs: blobs, index: marks.index).chains()
        let parts = Dictionary(chains.map { ($0.count, $0) }) { first, _ in first }.values
            .sorted { $0.count > $1.count }.compactMap { PrintLine($0, of: blobs, limits: .init()) }
        return (parts, CreasedLines(blobs: blobs, index: marks.index).joined(parts))
    }

    @Test(arguments: [(24.0, 15.0), (-24, 15), (30, 12), (20, 17)])
    func partsBecomeOneLine(turn: Double, pitch: Double) throws {
        let points = row(36, creasedBehind: 14, turn: turn, pitch: pitch)
        let marks = DrawnMarks(at: points, size: (8, 12))
        let (parts, joined) = lines(marks)
        #expect(!parts.contains { $0.filled > 24 })
        let line = try #require(joined.max { $0.filled < $1.filled })
        #expect(line.filled >= 34)
        // The cells are those that were drawn, though one that stands in the crease may be left out.
        let drawn = line.points.map { point in
            points.indices.min { (points[$0] - point).length < (points[$1] - point).length }
        }
        let first = try #require(drawn.first ?? nil)
        #expect(
            zip(drawn, line.cells).allSatisfy { column, cell in
                column.map { abs($0 - first) } == abs(cell - line.cells[0])
            })
    }

    /// No character counts twice where both parts have run beyond the crease.
    @Test func chainsThatRanTooFar() throws {
        let marks = DrawnMarks(at: row(30, creasedBehind: 13, turn: 26), size: (8, 10))
        let blobs = marks.blobs.all
        let order = blobs.indices.sorted { blobs[$0].center.x < blobs[$1].center.x }
        let parts = [order[..<15], order[12...]].compactMap { PrintLine(Array($0), of: blobs, limits: .init()) }
        #expect(parts.count == 2)
        let joined = CreasedLines(blobs: blobs, index: marks.index).joined(parts)
        let line = try #require(joined.first)
        #expect(Set(line.members).count == line.members.count && line.filled >= 26)
    }

    /// Lines that end elsewhere, or turn back, or go on straight, are no parts of one.
    @Test func otherLinesStayApart() {
        let straight = row(15, creasedBehind: 15, turn: 0)
        for other in [
            row(15, creasedBehind: 15, turn: 0, y: 340),
            row(15, creasedBehind: 15, turn: 0).map { Point(x: $0.x + 15 * 18, y: $0.y) },
            row(30, creasedBehind: 15, turn: 75).suffix(15).map { $0 },
            row(30, creasedBehind: 15, turn: 24).suffix(11).map { $0 },
        ] {
            #expect(lines(DrawnMarks(at: straight + other, size: (8, 10))).joined.isEmpty)
        }
    }
}
