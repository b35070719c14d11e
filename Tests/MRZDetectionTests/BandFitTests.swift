import Imaging
import MRZDetection
import Testing

/// Grids fitted to lines drawn as points.
@Suite struct BandFitTests {
    private func bands(_ rows: [(columns: [Int], y: Double)], counts: [Int]? = nil) throws -> [FittedBand] {
        let marks = DrawnMarks(at: rows.flatMap { DrawnMarks.row($0.columns, y: $0.y) })
        let lines = try rows.map { try #require(marks.line(at: $0.y)) }
        return BandFit(blobs: marks.blobs, index: marks.index, shapes: .standard).bands(of: lines, counts: counts)
    }

    private func best(_ rows: [(columns: [Int], y: Double)]) throws -> FittedBand {
        try #require(try bands(rows).max { $0.score < $1.score })
    }

    @Test(arguments: [(44, 2, 30.0), (36, 2, 30), (30, 3, 20)])
    func wholeLines(_ columns: Int, _ lines: Int, _ spacing: Double) throws {
        let band = try best((0..<lines).map { (Array(0..<columns), 60 + spacing * Double($0)) })
        #expect(band.columns == columns && band.lines == lines)
        #expect(abs(band.pitch - 14) < 0.01 && abs(band.spacing - spacing) < 0.1)
        // As high as the marks were drawn.
        #expect(abs(band.capHeight - 11) < 1)
        let corner = band.shape.point(column: Double(band.start), line: 0)
        #expect((corner - Point(x: 60, y: 60)).length < 0.2)
        // The square root of its cells is a perfect band's score.
        #expect(band.score > 0.8 * Double(columns * lines).squareRoot())
    }

    /// The ends of one line are lost: the other one tells where they are.
    @Test func lostEnds() throws {
        let band = try best([(Array(6..<38), 60), (Array(0..<44), 90)])
        #expect(band.columns == 44)
        #expect((band.shape.point(column: Double(band.start), line: 0) - Point(x: 60, y: 60)).length < 0.5)
    }

    /// Characters lost in the middle stand where the grid says.
    @Test func lostMiddle() throws {
        let half = Array(0..<16) + Array(19..<44)
        let band = try best([(half, 60), (half, 90)])
        #expect(band.columns == 44 && abs(band.pitch - 14) < 0.01)
    }

    /// Specks beside the lines cost something, and do not move the window.
    @Test func strayMarks() throws {
        let clean = try best([(Array(0..<44), 60), (Array(0..<44), 90)])
        let specked = try best([(Array(0..<46), 60), (Array(0..<44), 90)])
        #expect(specked.columns == 44 && specked.score < clean.score)
        #expect((specked.shape.point(column: Double(specked.start), line: 0) - Point(x: 60, y: 60)).length < 0.5)
    }

    /// Two lines of a card are offered as three as well, the third on either side.
    @Test func twoOfThree() throws {
        let found = try bands([(Array(0..<30), 60), (Array(0..<30), 80)]).filter { $0.lines == 3 }
        #expect(!found.isEmpty && found.allSatisfy { $0.columns == 30 })
    }

    @Test func nothingOfNothing() throws {
        let marks = DrawnMarks(at: DrawnMarks.row(0..<9, y: 60))
        let fit = BandFit(blobs: marks.blobs, index: marks.index, shapes: .standard)
        #expect(fit.bands(of: []).isEmpty)
    }
}
