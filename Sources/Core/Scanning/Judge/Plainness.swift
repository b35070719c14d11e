/// How plainly the characters of a page show what is claimed of them, all together.
struct Plainness {
    /// The log odds of every character that is no filler, ascending.
    let claims: [Float]
    let median: Float
    /// The distance from the median down to the claim below which a sixth of them are.
    let spread: Float

    /// - Parameters:
    ///   - claims: the log odds, in any order.
    ///   - spreads: what the spread may be: few characters alone say little, and many with something round them are no
    ///     measure.
    init(_ claims: [Float], spreads: ClosedRange<Float>) {
        self.claims = claims.sorted()
        median = claims.isEmpty ? 0 : self.claims[claims.count / 2]
        let spread = claims.isEmpty ? 0 : median - self.claims[claims.count / 6]
        self.spread = claims.isEmpty ? 0 : min(spreads.upperBound, max(spreads.lowerBound, spread))
    }

    /// The claim below which a sixth of them are; nil where there are none.
    var lowestSixth: Float? { claims.isEmpty ? nil : claims[claims.count / 6] }

    /// By how many times the spread a claim falls below the median.
    func deviation(of claim: Float) -> Float { spread > 0 ? (median - claim) / spread : 0 }

    /// The claim that deviates by `maxDeviation` spreads from the median. An odd letter may fall less far.
    func claim(atDeviation maxDeviation: Float, oddity: Float = 0) -> Float {
        median - max(0, maxDeviation - oddity) * spread
    }

    /// Whether one character is less plain than any other by more than so many times what those differ by among each
    /// other, and falls by more than `minFall` below the median.
    func isAlone(_ claim: Float, minFall: Float, maxGap: Float) -> Bool {
        guard claims.count > 2, claim == claims[0] else { return false }
        return median - claim > minFall && claims[1] - claim > maxGap * (median - claims[1])
    }
}
