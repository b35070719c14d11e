import MRZParsing

/// Where the characters of each field stand that is not empty: what is printed at a time.
struct PrintedFields {
    /// The places of each, without fillers.
    let each: [[MRZPosition]]
    /// Those of all characters of the zone, check digits among them.
    let all: [MRZPosition]

    init(of mrz: MRZ) {
        func isPrinted(_ place: MRZPosition) -> Bool { !mrz.character(at: place).isFiller }
        each = Self.spans(of: mrz.lines, format: mrz.format)
            .map { $0.positions.filter(isPrinted) }.filter { !$0.isEmpty }
        all = mrz.lines.enumerated().flatMap { line, text in
            text.characters.indices.map { MRZPosition(line: line, column: $0) }.filter(isPrinted)
        }
    }

    /// Where the fields of a layout stand; of a name where each of its identifiers does.
    static func spans(of lines: [MRZLine], format: MRZFormat) -> [MRZSpan] {
        format.fields.flatMap { field -> [MRZSpan] in
            guard field.kind == .name,
                let gap = MRZName.gap(in: lines[field.line].characters[field.columns])
            else { return [field.span] }
            return [field.columns.lowerBound..<gap, gap..<field.columns.upperBound].map {
                MRZSpan(line: field.line, $0)
            }
        }
    }
}
