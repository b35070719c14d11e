import Foundation
import Imaging
import MRZDetection
import Testing

/// Chains and the lines that they become, drawn as points.
@Suite struct ChainGrowthTests {
    private func longest(_ marks: DrawnMarks) -> [Int] {
        ChainGrowth(blobs: marks.blobs.all, index: marks.index).chains().max { $0.count < $1.count } ?? []
    }

    @Test(arguments: [0.0, 12, 47, 90, 133]) func aLineInAnyDirection(_ degrees: Double) throws {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let points = (0..<44).map { column in
            let place = 15 * Double(column)
            return Point(x: 720 + place * cosine, y: 60 + place * sine)
        }
        let marks = DrawnMarks(at: points, size: (8, 10))
        let chain = longest(marks)
        #expect(chain.count == 44)
        let line = try #require(PrintLine(chain, of: marks.blobs.all, limits: .init()))
        #expect(line.filled == 44 && abs(line.pitch - 15) < 0.1)
        #expect(abs(abs(line.direction.dot(Point(x: cosine, y: sine))) - 1) < 1e-3)
    }

    /// Characters lost in glare: a chain goes on over three of them, and not over eight.
    @Test func gaps() throws {
        let near = DrawnMarks(at: DrawnMarks.row(Array(0..<15) + Array(18..<30), y: 60))
        #expect(longest(near).count == 27)
        let far = DrawnMarks(at: DrawnMarks.row(Array(0..<15) + Array(23..<38), y: 60))
        #expect(longest(far).count == 15)
    }

    /// Two lines one above the other are two chains.
    @Test func linesDoNotJoin() {
        let marks = DrawnMarks(at: DrawnMarks.row(0..<30, y: 60) + DrawnMarks.row(0..<30, y: 100))
        let chains = ChainGrowth(blobs: marks.blobs.all, index: marks.index).chains().filter { $0.count > 20 }
        #expect(chains.count >= 2)
        for chain in chains {
            #expect(Set(chain.map { marks.blobs.all[$0].center.y }).count == 1)
        }
    }

    /// What stands at no pitch is no line, or a poor one: words of proportional print.
    @Test func unevenPrintIsAPoorLine() throws {
        var x = 60.0
        let points = (0..<30).map { i in
            x += [9.0, 17, 12, 25, 10, 21, 14][i % 7]
            return Point(x: x, y: 60)
        }
        let marks = DrawnMarks(at: points, size: (6, 11))
        let even = DrawnMarks(at: DrawnMarks.row(0..<30, y: 60), size: (6, 11))
        let whole = try #require(even.line(at: 60)).score
        #expect(whole > 29)
        #expect((marks.line(at: 60)?.score ?? 0) < 0.6 * whole)
    }

    @Test func aLineRunThroughFromItsOtherEnd() throws {
        let marks = DrawnMarks(at: DrawnMarks.row([0, 1, 2, 5, 6, 7, 8, 9, 12, 13, 14, 15], y: 60))
        var line = try #require(marks.line(at: 60))
        let (cells, first) = (line.cells, line.cell(at: 0))
        line.reverse()
        #expect(line.cells == cells.map { -$0 })
        #expect(abs(line.cell(at: 0) + first) < 0.01)
        line.reverse()
        #expect(line.cells == cells)
    }
}
