import MRZDetection

/// Weighted least squares with what is believed beforehand, in which values that lie off count for less.
struct RobustFit {
    /// What each column of the rows counts.
    let factors: [Double]
    /// What the values vary by about the fit.
    let spread: Double
    /// The variance of the second factor, in squares of the spread.
    let variance: Double

    /// Nil where the rows settle nothing.
    ///
    /// - Parameters:
    ///   - rows: one for each value, with two columns at least.
    ///   - believed: the standard deviations of factors that are believed to be small, by their columns.
    ///   - usualSpread: what values vary by usually.
    ///   - minSpread: what they vary by at least.
    ///   - rounds: how often the weights are found anew.
    init?(
        _ rows: [[Double]], _ values: [Double], believed: KeyValuePairs<Int, Double>, usualSpread: Double,
        minSpread: Double, rounds: Int
    ) {
        var weights = [Double](repeating: 1, count: values.count)
        var spread = usualSpread
        var fit: (factors: [Double], variance: Double) = ([], 0)
        for _ in 0..<rounds {
            guard let solved = Self.solve(rows, values, weights, believed, spread: spread) else { return nil }
            fit = solved
            let rests = zip(rows, values).map { row, value in
                value - zip(row, solved.factors).reduce(0) { $0 + $1.0 * $1.1 }
            }
            spread = max(minSpread, robustDeviation(of: rests, from: 0))
            weights = rests.map { 1 / (1 + ($0 / (2 * spread)) * ($0 / (2 * spread))) }
        }
        factors = fit.factors
        variance = fit.variance
        self.spread = spread
    }

    private static func solve(
        _ rows: [[Double]], _ values: [Double], _ weights: [Double], _ believed: KeyValuePairs<Int, Double>,
        spread: Double
    ) -> (factors: [Double], variance: Double)? {
        let order = rows[0].count
        let solution = withUnsafeTemporaryAllocation(
            of: Double.self, capacity: order * order + 2 * order
        ) { scratch -> [Double]? in
            let normal = scratch.extracting(..<(order * order))
            // Side by side the sums of the values and a column of unity, of which a column of the inverse comes.
            let right = scratch.extracting((order * order)...)
            scratch.initialize(repeating: 0)
            for (row, (value, weight)) in zip(rows, zip(values, weights)) {
                for i in 0..<order {
                    for k in 0..<order { normal[i * order + k] += weight * row[i] * row[k] }
                    right[2 * i] += weight * row[i] * value
                }
            }
            right[2 * 1 + 1] = 1
            for (i, deviation) in believed {
                normal[i * order + i] += (spread / deviation) * (spread / deviation)
            }
            return solveLinear(normal, right) ? Array(right) : nil
        }
        return solution.map { solution in ((0..<order).map { solution[2 * $0] }, solution[2 * 1 + 1]) }
    }
}
