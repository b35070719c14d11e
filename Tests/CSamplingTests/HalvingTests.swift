import CSampling
import Testing

@Suite struct HalvingTests {
    /// Whole vectors and what is left behind them, and nothing beyond.
    @Test(arguments: 0...20) func meansOfFour(_ count: Int) {
        let upper = (0..<2 * count).map { UInt8($0 * 83 % 256) }
        let lower = (0..<2 * count).map { UInt8(255 - $0 * 59 % 256) }
        var target = [UInt8](repeating: 7, count: count + 1)
        csampling_halve(upper, lower, count, &target)
        let means = (0..<count).map { x -> UInt8 in
            let four = [upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1]]
            return UInt8((four.reduce(0) { $0 + Int($1) } + 2) / 4)
        }
        #expect(target == means + [7])
    }

    @Test func whiteStaysWhite() {
        let white = [UInt8](repeating: 255, count: 32)
        var target = [UInt8](repeating: 0, count: 16)
        csampling_halve(white, white, 16, &target)
        #expect(target == Array(repeating: 255, count: 16))
    }
}
