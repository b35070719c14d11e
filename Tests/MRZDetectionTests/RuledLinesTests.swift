import MRZDetection
import Testing

/// Long thin lines go, and what they cross or touch stays.
@Suite struct RuledLinesTests {
    private static let width = 400, height = 60

    /// Marks where `isMarked` says so, by row and column.
    private static func drawn(_ isMarked: (_ y: Int, _ x: Int) -> Bool) -> [UInt8] {
        (0..<width * height).map { isMarked($0 / width, $0 % width) ? InkMasks.dark : 0 }
    }

    /// Stems of letters, 3 wide and 24 high, 18 from one to the next.
    private static func isStem(_ y: Int, _ x: Int) -> Bool { (20..<44).contains(y) && x % 18 < 3 }

    /// Along rows, or along columns.
    private func withoutLines(_ marks: [UInt8], alongColumns: Bool) -> (marks: [UInt8], areThere: Bool) {
        func turned(_ marks: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
            (0..<width * height).map { marks[$0 % height * width + $0 / height] }
        }
        var marks = alongColumns ? turned(marks, Self.width, Self.height) : marks
        let (width, height) = alongColumns ? (Self.height, Self.width) : (Self.width, Self.height)
        let areThere = RuledLines.remove(InkMasks.dark, from: &marks, width: width, height: height)
        return (alongColumns ? turned(marks, width, height) : marks, areThere)
    }

    @Test(arguments: [false, true], [0, 0.05, 0.12]) func aLineAcrossPrintGoes(_ alongColumns: Bool, _ slope: Double) {
        func isLine(_ y: Int, _ x: Int) -> Bool { (0..<3).contains(y - 8 - Int(Double(x) * slope)) }
        let (marks, areThere) = withoutLines(
            Self.drawn { isLine($0, $1) || Self.isStem($0, $1) }, alongColumns: alongColumns)
        #expect(areThere)
        let stems = Self.drawn(Self.isStem)
        #expect(zip(marks, stems).allSatisfy { $0 == $1 || $1 == 0 }, "nothing of the stems is lost")
        // Where line and stem meet the line is as thick as the stem is high, and a pixel of it may stay at either end.
        let left = zip(marks, stems).count { $0 != $1 }
        let line = Self.drawn { isLine($0, $1) && !Self.isStem($0, $1) }.count { $0 != 0 }
        #expect(left * 30 <= line, "\(left) of \(line)")
    }

    @Test func shortLinesAndThickOnesStay() {
        let short = Self.drawn { y, x in (30..<33).contains(y) && x % 160 < 140 }
        #expect(withoutLines(short, alongColumns: false) == (short, false))
        let thick = Self.drawn { y, _ in (30..<40).contains(y) }
        #expect(withoutLines(thick, alongColumns: false).marks == thick)
    }

    /// A filler's arms begin on the line and lead away from it, too steep to be one.
    @Test func whatLeadsAwayFromALineStays() {
        func isArm(_ y: Int, _ x: Int) -> Bool { (1..<4).contains(y - 30 - x % 40 * 3 / 5) && x % 40 < 20 }
        let (marks, _) = withoutLines(
            Self.drawn { y, x in (28..<31).contains(y) || isArm(y, x) }, alongColumns: false)
        let arms = Self.drawn { y, x in isArm(y, x) && y > 36 }
        #expect(zip(marks, arms).allSatisfy { $1 == 0 || $0 == $1 })
        #expect(!marks[(28 * Self.width)..<(29 * Self.width)].contains(InkMasks.dark))
    }
}
