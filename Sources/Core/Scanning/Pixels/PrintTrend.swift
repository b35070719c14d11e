import MRZDetection

/// How a measure of print changes along the lines of a page: by a polynomial of the second degree, and from letters to digits,
/// in all of them alike.
struct PrintTrend {
    /// How much of the place, of its square, and of being a digit.
    private let factors: [Double]

    /// How far values may change along a line, by its place and by the square of that, and from letters to digits: the
    /// standard deviations that are believed in.
    private static let believed = [0.3, 0.3, 0.05]
    private static let rounds = 4
    /// The least that characters vary by.
    private static let minSpread = 0.01
    private static let usualSpread = 0.05

    /// Fitted robustly, each line about a level of its own.
    ///
    /// - Parameters:
    ///   - lines: the characters of each of them.
    ///   - minSamples: that they must have together; nil with less.
    init?(of lines: [[PrintSample]], minSamples: Int) {
        let samples = lines.flatMap(\.self)
        guard samples.count >= minSamples else { return nil }
        let rows = lines.indices.flatMap { line in
            lines[line].map { Self.row(of: $0) + lines.indices.map { $0 == line ? 1 : 0 } }
        }
        var weights = [Double](repeating: 1, count: samples.count)
        var spread = Self.usualSpread
        var solved: [Double] = []
        for _ in 0..<Self.rounds {
            guard let factors = Self.solve(rows, samples.map(\.value), weights, spread: spread) else { return nil }
            solved = factors
            let rests = zip(rows, samples).map { row, sample in
                sample.value - zip(row, factors).reduce(0) { $0 + $1.0 * $1.1 }
            }
            spread = max(Self.minSpread, robustDeviation(of: rests, from: 0))
            weights = rests.map { 1 / (1 + ($0 / (2 * spread)) * ($0 / (2 * spread))) }
        }
        factors = Array(solved.prefix(Self.believed.count))
    }

    /// What a character has of it.
    func change(at sample: PrintSample) -> Double {
        zip(Self.row(of: sample), factors).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static func row(of sample: PrintSample) -> [Double] {
        [sample.place, sample.place * sample.place - 1.0 / 12, sample.isDigit ? 0.5 : -0.5]
    }

    /// Weighted least squares with what is believed beforehand; nil where that settles nothing.
    private static func solve(
        _ rows: [[Double]], _ values: [Double], _ weights: [Double], spread: Double
    ) -> [Double]? {
        let order = rows[0].count
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: order * order + order) { scratch in
            let normal = scratch.extracting(..<(order * order))
            let right = scratch.extracting((order * order)...)
            scratch.initialize(repeating: 0)
            for (row, (value, weight)) in zip(rows, zip(values, weights)) {
                for i in 0..<order {
                    for k in 0..<order { normal[i * order + k] += weight * row[i] * row[k] }
                    right[i] += weight * row[i] * value
                }
            }
            for (i, deviation) in believed.enumerated() {
                normal[i * order + i] += (spread / deviation) * (spread / deviation)
            }
            return solveLinear(normal, right) ? Array(right) : nil
        }
    }
}
