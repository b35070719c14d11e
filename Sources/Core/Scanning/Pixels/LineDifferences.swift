import Imaging
import MRZDetection
import MRZParsing

#if canImport(Glibc)
    import Glibc
#endif

/// How much the print of neighbouring lines differs, in several things taken together.
///
/// Two pages of one kind seldom differ so much in one thing that it tells them apart: light, focus and the angle of view
/// change over one page as well. But they seldom change in several things from one line to the next. The characters of
/// both lines are compared where they change along the lines alike; of each difference only that counts by which it is
/// beyond what the characters vary by.
struct LineDifferences {
    /// The differences of those neighbouring lines that differ most, each as a share of what it may be alone, summed.
    let sum: Double

    /// What one difference may be where nothing else differs: logarithms of the ink of characters, of their contrast
    /// and of the steepest steps of light in them; the difference of two leans, and how much the characters grow along
    /// the lines, both beyond what they are measured wrongly by.
    private static let maxInk = 0.12
    private static let maxContrast = 0.12
    private static let maxSharpness = 0.18
    private static let maxLean = 0.1
    private static let leanError = 0.02
    private static let maxGrowth = 0.15
    private static let growthError = 0.06

    /// - Parameters:
    ///   - lines: what they are read as.
    ///   - strips: they themselves, plainly cut.
    ///   - starts: the column of each strip's grid in which its line begins.
    ///   - heights: the height of each cell over what its character has; see `CellHeights`.
    ///   - inks: the logarithm of the ink in each cell over what its character has; see `CellInk`.
    ///   - shapes: how far the stems of each line lean, and how much all characters grow along the lines.
    init(
        of lines: [MRZLine], on strips: [LineStrip], from starts: [Int], heights: [[Double?]], inks: [[Double?]],
        shapes: LineShapes
    ) {
        func samples(_ values: [[Double?]]) -> [[Sample]] {
            zip(lines, values).map { line, values in
                zip(line.characters, values).enumerated().compactMap { column, cell in
                    guard let value = cell.1, !cell.0.isFiller else { return nil }
                    let place = (Double(column) + 0.5) / Double(line.characters.count) - 0.5
                    return Sample(place: place, isDigit: !cell.0.isLetter, value: value)
                }
            }
        }
        func logarithms(_ measure: (LineStrip, Int) -> Double) -> [[Double?]] {
            lines.indices.map { line in
                lines[line].characters.indices.map { column in
                    let value = measure(strips[line], starts[line] + column)
                    return value > 0 ? log(value) : nil
                }
            }
        }
        let heights = samples(heights.map { $0.map { $0.map { log($0) } } })
        let inks = samples(inks)
        let contrasts = samples(logarithms { $0.contrast(atColumn: $1) })
        let sharpness = samples(logarithms { $0.sharpness(ofColumn: $1) })
        let growth = max(0, abs(shapes.growth) - Self.growthError) / Self.maxGrowth
        let steps = (1..<max(1, lines.count)).map { line in
            func step(_ samples: [[Sample]], ofFace: Bool = false) -> Step {
                Step.between(samples[line - 1], samples[line], ofFace: ofFace)
            }
            let lean = shapes.leans[line - 1].flatMap { upper in shapes.leans[line].map { abs($0 - upper) } } ?? 0
            // A line that is seen from the side, or on the bend of a page, is lower and has less ink for that.
            let ink = step(inks, ofFace: true).sure(beyondPartOf: step(heights, ofFace: true))
            return ink / Self.maxInk + step(contrasts).sure / Self.maxContrast
                + step(sharpness).sure / Self.maxSharpness + max(0, lean - Self.leanError) / Self.maxLean
        }
        sum = growth + (steps.max() ?? 0)
    }
}

/// One character of a line.
private struct Sample {
    /// Along the line, -0.5...0.5.
    let place: Double
    let isDigit: Bool
    let value: Double
}

/// How far the values of one line's characters lie from those of another.
private struct Step {
    private let value: Double
    private let deviation: Double

    /// The step beyond what it may be by chance.
    var sure: Double { max(0, abs(value) - Self.sureness * deviation) }

    /// The same, but for what some of another step, or all of it, explains.
    func sure(beyondPartOf other: Step) -> Double {
        let rest = Step(
            value: value - other.value,
            deviation: (deviation * deviation + other.deviation * other.deviation).squareRoot())
        // Between none of it and all of it.
        return value * rest.value <= 0 ? 0 : min(sure, rest.sure)
    }

    /// Of a step its standard deviation so many times does not count.
    private static let sureness = 2.0
    /// Characters that either line must have.
    private static let minCharacters = 4
    /// How far values may change along a line, by its place and by the square of that, and from letters to digits: the
    /// standard deviations that are believed in.
    private static let maxChange = 0.3
    private static let maxDigitStep = 0.03
    /// The least that characters vary by.
    private static let minSpread = 0.01
    private static let rounds = 5

    /// The step from one line to another, where the values of both change along the lines alike: by a polynomial of the
    /// second degree, robustly fitted. None where too few tell.
    ///
    /// - Parameter ofFace: whether digits and letters may differ, in both lines alike.
    static func between(_ upper: [Sample], _ lower: [Sample], ofFace: Bool) -> Step {
        let none = Step(value: 0, deviation: 0)
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
            // Of a normal distribution the standard deviation is one and a half times the median deviation.
            spread = max(minSpread, 1.5 * median(rests.map(abs)))
            weights = rests.map { 1 / (1 + ($0 / (2 * spread)) * ($0 / (2 * spread))) }
            step = Step(value: solved.values[1], deviation: spread * solved.variance.squareRoot())
        }
        return step
    }

    /// Weighted least squares with what is believed beforehand: what each column of `rows` counts, and the variance of
    /// the second one's, in squares of the spread; nil where that is not settled.
    private static func solve(
        _ rows: [[Double]], _ values: [Double], _ weights: [Double], spread: Double
    ) -> (values: [Double], variance: Double)? {
        let order = 5
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: order * order + 2 * order) { scratch in
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
            guard solveLinear(normal, right) else { return nil }
            return ((0..<order).map { right[2 * $0] }, right[2 * 1 + 1])
        }
    }
}

extension LineStrip {
    /// How steep the steepest steps of light in a cell are, from one pixel to the next, 0...255: the size that three in
    /// a hundred reach.
    fileprivate func sharpness(ofColumn column: Int) -> Double {
        let left = max(1, left(ofColumn: column))
        let right = min(image.width, left + Int(pitch))
        guard left < right else { return 0 }
        let width = image.width
        return image.pixels.withUnsafeBufferPointer { pixels in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { counts in
                counts.update(repeating: 0)
                for y in 0..<image.height {
                    for x in left..<right {
                        let (level, before) = (pixels[y &* width &+ x], pixels[y &* width &+ x &- 1])
                        counts[Int(level > before ? level &- before : before &- level)] &+= 1
                    }
                }
                var rest = image.height * (right - left) * 3 / 100
                for step in stride(from: 255, through: 0, by: -1) {
                    rest -= counts[step]
                    if rest < 0 { return Double(step) }
                }
                return 0
            }
        }
    }
}
