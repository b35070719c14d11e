import Imaging
import MRZDetection
import Testing

/// Which column of one line stands below which of another, on pages whose characters lean.
@Suite struct ColumnLeanTests {
    /// - Parameter lean: pixels to the right for each pixel down that the page leans.
    private func columns(lean: Double, above: Range<Int> = 0..<44, below: Range<Int> = 0..<44) throws -> [Int?] {
        let points =
            DrawnMarks.row(above, y: 60) + DrawnMarks.row(below, left: 60 + lean * 30, y: 90)
        let marks = DrawnMarks(at: points, size: (3, 11), shear: -lean)
        let first = try #require(marks.line(at: 60))
        let second = try #require(marks.line(at: 90))
        let lean = ColumnLean(of: [first, second], along: first, blobs: marks.blobs)
        let shift = first.cells[0]
        return lean.columns(of: second).map { $0.map { $0 - shift } }
    }

    @Test(arguments: [0.0, 0.3, -0.3]) func columnsBelowColumns(_ lean: Double) throws {
        #expect(try columns(lean: lean) == Array(0..<44))
    }

    /// 0.6 pixels a pixel down are more than a column from line to line: only the characters' own lean can tell.
    @Test(arguments: [0.6, -0.6]) func moreThanAColumn(_ lean: Double) throws {
        #expect(try columns(lean: lean) == Array(0..<44))
    }

    @Test func aLineThatBeginsLater() throws {
        #expect(try columns(lean: 0.2, below: 5..<44) == Array(5..<44))
    }
}
