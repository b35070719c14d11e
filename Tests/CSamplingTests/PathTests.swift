import CSampling
import Testing

@Suite struct PathTests {
    private static let width = 12

    /// `count` samples of a picture of 12 × 12 pixels.
    private func samples(
        _ pixel: (_ x: Int, _ y: Int) -> Int, from start: (Double, Double), by step: (Double, Double), _ count: Int
    ) -> [UInt8] {
        let pixels = (0..<Self.width * Self.width).map { UInt8(pixel($0 % Self.width, $0 / Self.width)) }
        var target = [UInt8](repeating: 0, count: count)
        csampling_path(pixels, Self.width, start.0, start.1, step.0, step.1, count, &target, 1)
        return target
    }

    @Test func onPixelsItGivesPixels() {
        let found = samples({ x, y in (x * 37 + y * 91) % 256 }, from: (1, 2), by: (1, 1), 8)
        let pixels = (0..<8).map { (i: Int) -> UInt8 in UInt8((37 * (1 + i) + 91 * (2 + i)) % 256) }
        #expect(found == pixels)
    }

    @Test func aSlopeStaysASlope() {
        let found = samples({ x, y in 10 * x + 8 * y }, from: (2.5, 3.25), by: (0.5, 0.25), 9)
        // 10 * 2.5 + 8 * 3.25, and 10 * 0.5 + 8 * 0.25 more each time.
        let slope = (0..<9).map { (i: Int) -> UInt8 in UInt8(51 + 7 * i) }
        #expect(found == slope)
    }

    /// Cubic weights overshoot beside an edge; a pixel cannot.
    @Test func beyondWhiteIsWhiteAndBelowBlackIsBlack() {
        let found = samples({ x, _ in x < 6 ? 0 : 255 }, from: (4.5, 5), by: (1, 0), 4)
        #expect(found == [0, 128, 255, 255])
    }

    @Test func theTargetMayBeAColumn() {
        let pixels = [UInt8](repeating: 77, count: 36)
        var target = [UInt8](repeating: 0, count: 9)
        csampling_path(pixels, 6, 2, 2, 0.1, 0.1, 3, &target, 3)
        #expect(target == [77, 0, 0, 77, 0, 0, 77, 0, 0])
    }
}
