import MRZDetection
import Testing

/// Light marks between dark print are its ground, and go; those of light print stay.
@Suite struct MarkBalanceTests {
    private let side = 96

    /// Every fourth column has `first`, two of the others `second`.
    private func striped(_ first: UInt8, _ second: UInt8) -> [UInt8] {
        (0..<side * side).map { i in
            switch i % side % 4 {
            case 0: first
            case 1: 0
            default: second
            }
        }
    }

    @Test func theGroundOfDarkPrintGoes() {
        var marks = striped(InkMasks.dark, InkMasks.light)
        MarkBalance(of: marks, width: side, height: side).removeLightGround(from: &marks, maxLight: 1)
        #expect(marks == striped(InkMasks.dark, 0))
    }

    @Test func lightPrintStays() {
        let drawn = striped(InkMasks.light, InkMasks.dark)
        var marks = drawn
        MarkBalance(of: marks, width: side, height: side).removeLightGround(from: &marks, maxLight: 1)
        #expect(marks == drawn)
    }

    /// Each part is judged with its neighbours alone: dark print above, light print far below.
    @Test func placesAreJudgedOnTheirOwn() {
        let dark = striped(InkMasks.dark, InkMasks.light)
        let light = striped(InkMasks.light, InkMasks.dark)
        let half = side * side / 2
        var marks = Array(dark[..<half] + light[half...])
        MarkBalance(of: marks, width: side, height: side).removeLightGround(from: &marks, maxLight: 1)
        #expect(Array(marks[..<(side * 16)]) == Array(striped(InkMasks.dark, 0)[..<(side * 16)]))
        #expect(Array(marks[(side * (side - 16))...]) == Array(light[(side * (side - 16))...]))
    }
}
