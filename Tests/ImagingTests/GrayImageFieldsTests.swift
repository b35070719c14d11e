import Imaging
import Testing

/// Pictures of two fields, drawn: upright strokes as print has them.
@Suite struct GrayImageFieldsTests {
    /// Strokes four pixels wide every 16, the odd rows to the right by `shift` pixels.
    private func strokes(width: Int = 400, height: Int = 300, shift: Int) -> GrayImage {
        GrayImage(width: width, height: height) { target in
            for y in 0..<height {
                for x in 0..<width {
                    target[y * width + x] = (x + 16 - (y % 2) * shift) % 16 < 4 ? 30 : 220
                }
            }
        }
    }

    @Test(arguments: [(0, false), (2, true), (5, true), (8, true)])
    func whatMovedBetweenTheFields(shift: Int, isInterlaced: Bool) {
        #expect(strokes(shift: shift).isInterlaced == isInterlaced, "by \(shift) pixels")
    }

    /// Fine patterns alternate from row to row as well.
    @Test func patternsAreWhole() {
        func picture(_ level: (Int, Int) -> UInt8) -> GrayImage {
            GrayImage(width: 400, height: 300) { target in
                for i in 0..<target.count { target[i] = level(i % 400, i / 400) }
            }
        }
        #expect(!picture { _, y in y % 2 == 0 ? 0 : 255 }.isInterlaced, "lines")
        #expect(!picture { x, y in (x + y) % 2 == 0 ? 0 : 255 }.isInterlaced, "a screen of dots")
        var state: UInt32 = 1
        let noise = picture { _, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        #expect(!noise.isInterlaced, "noise")
        #expect(!picture { _, _ in 200 }.isInterlaced, "paper")
    }

    @Test func tooSmallToTell() {
        for side in [0, 1, 2, 17, 40] {
            let small = strokes(width: side, height: side, shift: 5)
            #expect(!small.isInterlaced)
            #expect(small.fields.allSatisfy { $0.width == side && $0.height == side })
        }
    }

    /// Each field keeps its rows, and makes up the others of them alone: both show whole strokes, 6 pixels apart.
    @Test(arguments: [300, 301]) func fieldsAreWhole(height: Int) {
        let fields = strokes(height: height, shift: 6).fields
        #expect(fields == [strokes(height: height, shift: 0), moved(by: 6, height: height)])
    }

    private func moved(by shift: Int, height: Int) -> GrayImage {
        GrayImage(width: 400, height: height) { target in
            for i in 0..<target.count { target[i] = (i % 400 + 16 - shift) % 16 < 4 ? 30 : 220 }
        }
    }

    /// Grey that grows evenly from row to row is made up exactly, but for the rows at the edge.
    @Test func whatLiesBetweenIsInterpolated() {
        let ramp = GrayImage(width: 2, height: 40, pixels: (0..<40).flatMap { [UInt8($0 * 5), UInt8($0 * 5)] })
        for field in ramp.fields {
            for y in 4..<36 { #expect(field[0, y] == ramp[0, y]) }
        }
    }
}
