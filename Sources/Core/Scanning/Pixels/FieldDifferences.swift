import MRZParsing

/// How much the print of one field differs from that of the rest of its line, in several things taken together.
///
/// Whoever writes another name or date into a document prints it with another printer, in another face, ink or size, beside
/// the line or with other focus. Each character by itself is clean there, and every check digit may be right. A spot of light
/// on the page changes ink, contrast and sharpness too, but in the lines next to it as well.
struct FieldDifferences {
    /// The differences of the field that differs most, each as a share of what it may be alone, summed.
    let sum: Double

    /// What one difference may be where nothing else differs, beyond what the characters vary by: logarithms of their height,
    /// their ink, their contrast and of the steepest steps of light in them; where they begin, as a share of the line's height;
    /// and how far they slant. Of 755 verified documents, 173 of them photographs and `Samples/`, one in a hundred has a step of
    /// 0.02, 0.07, 0.12, 0.1, 0.05 and 0.03.
    private static let maxHeight = 0.06
    private static let maxInk = 0.14
    private static let maxContrast = 0.3
    private static let maxSharpness = 0.2
    private static let maxTop = 0.09
    private static let maxSlant = 0.09
    /// What the slants of characters vary by at least, against what each character has.
    private static let minSlantSpread = 0.03
    /// Where a field and the rest of its line are lit differently, its print differs by that: so much of what the light does
    /// counts for nothing, and so much for the height of the print.
    private static let lightShare = 0.5
    private static let heightShare = 0.1
    /// Characters that a field must have, and the rest of its line.
    private static let minCharacters = 3

    /// - Parameters:
    ///   - measures: of the print of all lines.
    ///   - format: their layout.
    init(of measures: PrintMeasures, format: MRZFormat) {
        sum =
            PrintedFields.spans(of: measures.lines, format: format).map { field in
                let line = measures.lines[field.line].characters
                let printed = line.indices.filter { !line[$0].isFiller }
                let (own, others) = (
                    printed.filter(field.columns.contains), printed.filter { !field.columns.contains($0) }
                )
                let unevenness = measures.unevenness(line: field.line, between: own, and: others)
                func share(
                    _ measure: [[Double?]], of most: Double, ofLight: Bool = false, lightShare: Double = 0,
                    minSpread: Double = PrintStep.minSpread
                ) -> Double {
                    let step = PrintStep.between(
                        measures.samples(of: measure, line: field.line, columns: others),
                        measures.samples(of: measure, line: field.line, columns: own), ofFace: true,
                        ofLight: ofLight, minCharacters: Self.minCharacters, minSpread: minSpread
                    ).sure
                    return max(0, step - lightShare * unevenness) / most
                }
                let form =
                    share(measures.heights, of: Self.maxHeight, lightShare: Self.heightShare)
                    + share(measures.tops, of: Self.maxTop)
                    + share(measures.slants, of: Self.maxSlant, minSpread: Self.minSlantSpread)
                return form + share(measures.inks, of: Self.maxInk, ofLight: true, lightShare: Self.lightShare)
                    + share(measures.sharpness, of: Self.maxSharpness, ofLight: true, lightShare: Self.lightShare)
                    + share(measures.contrasts, of: Self.maxContrast, ofLight: true, lightShare: Self.lightShare)
            }.max() ?? 0
    }
}
