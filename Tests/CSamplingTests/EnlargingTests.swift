import CSampling
import Testing

@Suite struct EnlargingTests {
    @Test func sharesAddUpToOneAndAPixelIsItself() {
        var shares: [Float] = [7, 7, 7, 7]
        csampling_weights(0, &shares)
        #expect(shares == [0, 1, 0, 0])
        for t: Float in [0.1, 0.5, 0.9] {
            csampling_weights(t, &shares)
            #expect(abs(shares.reduce(0, +) - 1) < 1e-6)
        }
        // In the middle, as Catmull and Rom have it.
        csampling_weights(0.5, &shares)
        #expect(shares == [-0.0625, 0.5625, 0.5625, -0.0625])
    }

    @Test func aRowIsTheSumOfFourByTheirWeights() {
        let source: [UInt8] = [1, 2, 4, 8, 16]
        var target: [Float] = [0, 0, -1]
        csampling_stretch(source, [0, 1], [1, 10, 100, 1000, 0.5, 0, 0, 0.25], 2, &target)
        #expect(target == [8421, 5, -1])
    }

    /// Whole vectors and what is left behind them, and nothing beyond.
    @Test(arguments: 0...9) func rowsAreMixedRoundedAndKeptInRange(_ count: Int) {
        let rows = (0..<4).map { row in (0..<count).map { Float(($0 * 37 + row * 59) % 256) } }
        let weights: [Float] = [-0.25, 1, 0.5, 0.25]
        var target = [UInt8](repeating: 7, count: count + 1)
        csampling_mix(rows[0], rows[1], rows[2], rows[3], weights, count, &target)
        let mixed = (0..<count).map { i -> UInt8 in
            let sum = (0..<4).reduce(Float(0.5)) { $0 + rows[$1][i] * weights[$1] }
            return UInt8(min(max(sum, 0), 255))
        }
        #expect(target == mixed + [7])
    }
}
