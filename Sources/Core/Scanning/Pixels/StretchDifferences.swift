import MRZDetection
import MRZParsing

/// How much the form of a stretch of a line differs from the rest of it: of a field, of an identifier, or of the end of a name
/// from any character on.
///
/// `FieldDifferences` takes what changes along a line for the camera's doing; but the step from the first half of a line to
/// the second is nearly such a change. Here the other lines say how the page changes: it changes in all of them alike.
struct StretchDifferences {
    /// The difference of the stretch that differs most, as a share of what it may be.
    let largest: Double

    /// What the medians of both sides may differ by beyond what their characters vary by: logarithms of their height, where they
    /// begin, as a share of the line's height, and how far they slant. Of 1,932 untouched documents of `Tests/Honesty` that are
    /// verified without this seven are beyond one of them and five beyond one by a tenth, of 30 photographs one, at nine pixels
    /// a character, and of 145 of `Samples/` none.
    private static let maxHeight = 0.072
    private static let maxTop = 0.099
    private static let maxSlant = 0.0765
    /// A difference of so many of its standard deviations is chance.
    private static let sureness = 2.5
    /// The standard deviation of a median, in those of the characters over the square root of their number.
    private static let medianDeviation = 1.253
    private static let minDeviation = 0.004
    /// Characters that either side must have, and the other lines together.
    private static let minCharacters = 3
    private static let minOthers = 10

    /// - Parameters:
    ///   - measures: of the print of all lines.
    ///   - format: their layout.
    init(of measures: PrintMeasures, format: MRZFormat) {
        let stretches = Self.stretches(of: measures.lines, format: format)
        let limits = [
            (measures.heights, Self.maxHeight), (measures.tops, Self.maxTop), (measures.slants, Self.maxSlant),
        ]
        largest = limits.map { Self.largest(in: measures, of: $0, stretches) / $1 }.max() ?? 0
    }

    /// The largest difference in one measure.
    private static func largest(in measures: PrintMeasures, of measure: [[Double?]], _ stretches: [MRZSpan]) -> Double {
        let lines = measures.lines.indices.map { line in
            measures.samples(of: measure, line: line, columns: measures.lines[line].characters.indices)
        }
        let differences = lines.indices.flatMap { line -> [Double] in
            let others = lines.indices.filter { $0 != line }.map { lines[$0] }
            guard let trend = PrintTrend(of: others, minSamples: minOthers) else { return [] }
            let rests = lines[line].map { (column: $0.column, value: $0.value - trend.change(at: $0)) }
            return stretches.filter { $0.line == line }.map { stretch in
                difference(
                    between: rests.filter { stretch.columns.contains($0.column) }.map(\.value),
                    and: rests.filter { !stretch.columns.contains($0.column) }.map(\.value))
            }
        }
        return differences.max() ?? 0
    }

    private static func difference(between first: [Double], and second: [Double]) -> Double {
        guard min(first.count, second.count) >= minCharacters else { return 0 }
        let middles = (median(first), median(second))
        func variance(_ values: [Double], _ middle: Double) -> Double {
            let deviation = medianDeviation * robustDeviation(of: values, from: middle)
            return deviation * deviation / Double(values.count)
        }
        let deviation = (variance(first, middles.0) + variance(second, middles.1)).squareRoot()
        return max(0, abs(middles.0 - middles.1) - sureness * max(minDeviation, deviation))
    }

    /// The fields, the identifiers of the name, and its ends.
    private static func stretches(of lines: [MRZLine], format: MRZFormat) -> [MRZSpan] {
        let fields = PrintedFields.spans(of: lines, format: format)
        guard let name = format.field(.name),
            let last = lines[name.line].characters[name.columns].lastIndex(where: { !$0.isFiller })
        else { return fields }
        let first = name.columns.lowerBound + minCharacters
        let ends = (first..<max(first, last + 2 - minCharacters)).map { MRZSpan(line: name.line, $0..<last + 1) }
        return fields + ends
    }
}
