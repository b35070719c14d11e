import Imaging
import MRZDetection
import Testing

/// Chains that run on over a blank cell into other print.
@Suite struct ChainPartsTests {
    private func parts(_ columns: some Sequence<Int>) -> [[Double]] {
        let marks = DrawnMarks(at: DrawnMarks.row(columns, y: 60))
        return ChainParts(blobs: marks.blobs.all).parts(of: marks.chain(at: 60)).map { part in
            part.map { ((marks.blobs.all[$0].center.x - 60) / 14).rounded() }
        }
    }

    /// The zone of one card right beside that of another: both are parts.
    @Test func twoCards() {
        #expect(parts(Array(0..<30) + Array(33..<63)) == [(0..<30).map(Double.init), (33..<63).map(Double.init)])
    }

    /// A label before a line is too short to be one.
    @Test func aLabel() {
        #expect(parts(Array(0..<8) + Array(9..<39)) == [(9..<39).map(Double.init)])
    }

    /// A few stray marks are told by their place, and a lost character parts nothing that could be a line.
    @Test(arguments: [Array(0..<30), Array(0..<3) + Array(5..<35), Array(0..<15) + Array(16..<30)])
    func nothingToPart(_ columns: [Int]) {
        #expect(parts(columns).isEmpty)
    }
}
