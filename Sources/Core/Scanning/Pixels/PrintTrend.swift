/// How a measure of print changes along the lines of a page: by a polynomial of the second degree, and from letters to digits,
/// in all of them alike.
struct PrintTrend {
    /// How much of the place, of its square, and of being a digit; then the level of each line.
    private let factors: [Double]

    /// How far values may change along a line, by its place and by the square of that, and from letters to digits: the
    /// standard deviations that are believed in.
    private static let maxChange = 0.3
    private static let maxDigitStep = 0.05
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
        let fit = RobustFit(
            rows, samples.map(\.value), believed: [0: Self.maxChange, 1: Self.maxChange, 2: Self.maxDigitStep],
            usualSpread: Self.usualSpread, minSpread: Self.minSpread, rounds: Self.rounds)
        guard let fit else { return nil }
        factors = fit.factors
    }

    /// What a character has of it.
    func change(at sample: PrintSample) -> Double {
        zip(Self.row(of: sample), factors).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static func row(of sample: PrintSample) -> [Double] {
        [sample.place, sample.square, sample.face]
    }
}
