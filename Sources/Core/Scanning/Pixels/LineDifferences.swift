import MRZParsing

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
    ///   - measures: of the print of all lines.
    ///   - shapes: how far the stems of each line lean, and how much all characters grow along the lines.
    init(of measures: PrintMeasures, shapes: LineShapes) {
        func samples(_ measure: [[Double?]]) -> [[PrintSample]] {
            measures.lines.indices.map {
                measures.samples(of: measure, line: $0, columns: measures.lines[$0].characters.indices)
            }
        }
        let (heights, inks) = (samples(measures.heights), samples(measures.inks))
        let (contrasts, sharpness) = (samples(measures.contrasts), samples(measures.sharpness))
        let growth = max(0, abs(shapes.growth) - Self.growthError) / Self.maxGrowth
        let steps = (1..<max(1, measures.lines.count)).map { line in
            func step(_ samples: [[PrintSample]], ofFace: Bool = false) -> PrintStep {
                PrintStep.between(samples[line - 1], samples[line], ofFace: ofFace)
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
