import MRZParsing

/// Where the characters of each field stand that is not empty: what is printed at a time.
struct PrintedFields {
    /// The places of each, without fillers.
    let each: [[MRZPosition]]
    /// Those of all characters of the zone, check digits among them.
    let all: [MRZPosition]

    init(of transcript: Transcript) {
        let mrz = transcript.mrz
        all = transcript.characters.filter { !$0.character.isFiller }.map(\.place)
        each = Self.spans(of: mrz.lines, format: mrz.format)
            .map { $0.positions.filter { !mrz.character(at: $0).isFiller } }.filter { !$0.isEmpty }
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
