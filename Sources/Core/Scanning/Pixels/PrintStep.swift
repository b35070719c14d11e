import MRZDetection

/// One character of a line.
struct PrintSample {
    let column: Int
    /// Along the line, -0.5...0.5.
    let place: Double
    let isDigit: Bool
    /// How much more contrast the lines next to its own have here than elsewhere, as a logarithm.
    let light: Double
    let value: Double

    /// The square of the place, less what it is along the line on average.
    var square: Double { place * place - 1.0 / 12 }
    /// Half of what tells a digit from a letter.
    var face: Double { isDigit ? 0.5 : -0.5 }
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
    /// And with the light, where that is asked.
    private static let maxLight = 1.0
    private static let rounds = 5
    /// The least that characters vary by, of most measures.
    static let minSpread = 0.01

    /// The step from one line to another, where the values of both change along the lines alike: by a polynomial of the
    /// second degree, robustly fitted. None where too few tell.
    ///
    /// - Parameters:
    ///   - ofFace: whether digits and letters may differ, in both lines alike.
    ///   - ofLight: whether what the lines next to them show of the light is taken out.
    ///   - minCharacters: that either side must have.
    ///   - minSpread: the least that characters vary by.
    static func between(
        _ upper: [PrintSample], _ lower: [PrintSample], ofFace: Bool, ofLight: Bool = false, minCharacters: Int = 4,
        minSpread: Double = Self.minSpread
    ) -> PrintStep {
        let none = PrintStep(value: 0, deviation: 0)
        guard min(upper.count, lower.count) >= minCharacters else { return none }
        let samples = upper + lower
        // What is looked for comes second.
        let rows = samples.enumerated().map { index, sample in
            [
                1, index < upper.count ? 0 : 1, sample.place, sample.square, ofFace ? sample.face : 0,
                ofLight ? sample.light : 0,
            ]
        }
        let fit = RobustFit(
            rows, samples.map(\.value), believed: [2: maxChange, 3: maxChange, 4: maxDigitStep, 5: maxLight],
            usualSpread: maxDigitStep, minSpread: minSpread, rounds: rounds)
        return fit.map { PrintStep(value: $0.factors[1], deviation: $0.spread * $0.variance.squareRoot()) } ?? none
    }
}
