import MRZDetection

/// One character of a line.
struct PrintSample {
    /// Along the line, -0.5...0.5.
    let place: Double
    let isDigit: Bool
    let value: Double
}

/// How far the values of some characters lie from those of others, as those of one line from those of another.
struct PrintStep {
    private let value: Double
    private let deviation: Double

    /// The step beyond what it may be by chance.
    var sure: Double { max(0, abs(value) - Self.sureness * deviation) }

    /// The same, but for what some of another step, or all of it, explains.
    func sure(beyondPartOf other: PrintStep) -> Double {
        let rest = PrintStep(
            value: value - other.value,
            deviation: (deviation * deviation + other.deviation * other.deviation).squareRoot())
        // Between none of it and all of it.
        return value * rest.value <= 0 ? 0 : min(sure, rest.sure)
    }

    /// Of a step its standard deviation so many times does not count.
    private static let sureness = 2.0
    /// How far values may change along a line, by its place and by the square of that, and from letters to digits: the
    /// standard deviations that are believed in.
    private static let maxChange = 0.3
    private static let maxDigitStep = 0.03
    private static let rounds = 5
    /// The least that characters vary by, of most measures.
    static let minSpread = 0.01

    /// The step from one line to another, where the values of both change along the lines alike: by a polynomial of the
    /// second degree, robustly fitted. None where too few tell.
    ///
    /// - Parameters:
    ///   - ofFace: whether digits and letters may differ, in both lines alike.
    ///   - minCharacters: that either side must have.
    ///   - minSpread: the least that characters vary by.
    static func between(
        _ upper: [PrintSample], _ lower: [PrintSample], ofFace: Bool, minCharacters: Int = 4,
        minSpread: Double = Self.minSpread
    ) -> PrintStep {
        let none = PrintStep(value: 0, deviation: 0)
        var step = none
        guard min(upper.count, lower.count) >= minCharacters else { return none }
        let samples = upper + lower
        let values = samples.map(\.value)
        // What is looked for comes second.
        let rows = samples.enumerated().map { index, sample in
            [
                1, index < upper.count ? 0 : 1, sample.place, sample.place * sample.place - 1.0 / 12,
                ofFace ? (sample.isDigit ? 0.5 : -0.5) : 0,
            ]
        }
        var weights = [Double](repeating: 1, count: samples.count)
        var spread = maxDigitStep
        for _ in 0..<rounds {
            guard let solved = solve(rows, values, weights, spread: spread) else { return none }
            let rests = zip(rows, values).map { row, value in
                value - zip(row, solved.values).reduce(0) { $0 + $1.0 * $1.1 }
            }
            spread = max(minSpread, robustDeviation(of: rests, from: 0))
            weights = rests.map { 1 / (1 + ($0 / (2 * spread)) * ($0 / (2 * spread))) }
            step = PrintStep(value: solved.values[1], deviation: spread * solved.variance.squareRoot())
        }
        return step
    }

    /// Weighted least squares with what is believed beforehand: what each column of `rows` counts, and the variance of
    /// the second one's, in squares of the spread; nil where that is not settled.
    private static func solve(
        _ rows: [[Double]], _ values: [Double], _ weights: [Double], spread: Double
    ) -> (values: [Double], variance: Double)? {
        let order = 5
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
            for (i, believed) in [(2, maxChange), (3, maxChange), (4, maxDigitStep)] {
                normal[i * order + i] += (spread / believed) * (spread / believed)
            }
            return solveLinear(normal, right) ? Array(right) : nil
        }
        return solution.map { solution in ((0..<order).map { solution[2 * $0] }, solution[2 * 1 + 1]) }
    }
}
