/// Why fields and check digits are no layout. Lines and columns count from 0.
public enum MRZFormatError: Error, Sendable, Hashable {
    /// The layout has no name, or that of one of this library: results, and programs, tell layouts by their names.
    case name
    /// The layout has not one to three lines, or an empty one.
    case lines
    /// No field claims the place, or more than one does.
    case claims(line: Int, column: Int)
    /// A field reaches out of the layout, its texts have other lengths than it, or its parts do not cover it one after
    /// the other.
    case field(MRZFieldKind)
    /// The field stands there twice.
    case repeated(MRZFieldKind)
    /// No character may stand at the place.
    case nothingAllowed(line: Int, column: Int)
    /// There is no field for the document code, or it does not have two characters.
    case documentCode
    /// The check digit is not the whole of its own field, covers itself or nothing, or covers a place outside the layout
    /// or twice; or there is a field for it, and nothing that says what it covers.
    case check(CheckKind)
    /// A document number may go on in a field that is not there, or there is no number with a check digit of its own
    /// that could.
    case numberOverflow(MRZFieldKind)

    /// Finds the first thing that is wrong.
    static func check(
        name: String, lineLengths: [Int], fields: [MRZField], checks: [MRZCheck],
        numberOverflow: MRZFormat.NumberOverflow?
    ) throws(MRZFormatError) {
        guard !name.isEmpty, MRZFormat.named(name) == nil else { throw .name }
        guard (1...3).contains(lineLengths.count), lineLengths.allSatisfy({ $0 > 0 }) else { throw .lines }
        func contains(_ span: MRZSpan) -> Bool {
            lineLengths.indices.contains(span.line) && span.columns.lowerBound >= 0 && !span.columns.isEmpty
                && span.columns.upperBound <= lineLengths[span.line]
        }
        var claims = lineLengths.map { [Int](repeating: 0, count: $0) }
        var kinds = Set<MRZFieldKind>()
        for field in fields {
            guard contains(field.span), field.isWhole else { throw .field(field.kind) }
            for kind in [field.kind] + field.parts.map(\.kind) where !kinds.insert(kind).inserted {
                throw .repeated(kind)
            }
            for column in field.columns {
                claims[field.line][column] += 1
                if field.alphabet(column: column).isEmpty { throw .nothingAllowed(line: field.line, column: column) }
            }
        }
        for (line, columns) in claims.enumerated() {
            if let column = columns.firstIndex(where: { $0 != 1 }) { throw .claims(line: line, column: column) }
        }
        guard fields.contains(where: { $0.kind == .documentCode && $0.columns.count == 2 }) else { throw .documentCode }
        for check in checks {
            // A check digit is anywhere that a caller likes, as far as integers reach.
            guard
                fields.contains(where: {
                    $0.kind == check.kind.digitField && $0.columns.count == 1
                        && $0.line == check.digit.line && $0.columns.contains(check.digit.column)
                }),
                !check.spans.isEmpty, check.spans.allSatisfy(contains), Set(check.covered).count == check.covered.count,
                !check.covered.contains(check.digit)
            else { throw .check(check.kind) }
        }
        if let twice = checks.indices.dropFirst().first(where: { checks[..<$0].map(\.kind).contains(checks[$0].kind) })
        {
            throw .check(checks[twice].kind)
        }
        let uncovered = CheckKind.allCases.first { kind in
            kinds.contains(kind.digitField) && !checks.contains { $0.kind == kind }
        }
        if let uncovered { throw .check(uncovered) }
        guard let numberOverflow else { return }
        let isPossible =
            kinds.contains(numberOverflow.field) && numberOverflow.field != .documentNumber
            && checks.contains { $0.kind == .documentNumber }
        if !isPossible { throw .numberOverflow(numberOverflow.field) }
    }
}

extension MRZField {
    /// Whether its contents are as long as it is, and its parts cover it one after the other.
    fileprivate var isWhole: Bool {
        let fits =
            switch content {
            case .columns(let sets): sets.count == columns.count
            case .oneOf(let texts): !texts.isEmpty && texts.allSatisfy { $0.count == columns.count }
            case .documentCode: columns.count == 2
            case .date: columns.count == 6
            case .yearAndMonth: columns.count == 4
            case .characters, .leftAligned: true
            }
        guard fits else { return false }
        guard let first = parts.first, let last = parts.last else { return true }
        return parts.allSatisfy { $0.line == line && $0.parts.isEmpty && $0.isWhole && !$0.columns.isEmpty }
            && first.columns.lowerBound == columns.lowerBound && last.columns.upperBound == columns.upperBound
            && zip(parts, parts.dropFirst()).allSatisfy { $0.columns.upperBound == $1.columns.lowerBound }
    }
}

extension MRZFormatError: CustomStringConvertible {
    /// A sentence for people; lines and columns count from 1 as in the standard.
    public var description: String {
        switch self {
        case .name: "A layout has a name of its own."
        case .lines: "A layout has one to three lines, and characters in each."
        case .claims(let line, let column):
            "Line \(line + 1), column \(column + 1) belongs to no field, or to more than one."
        case .field(let kind):
            "The field \(kind.rawValue) reaches out of the layout, or its texts or parts do not have its length."
        case .repeated(let kind): "The field \(kind.rawValue) stands there twice."
        case .nothingAllowed(let line, let column):
            "No character may stand in line \(line + 1), column \(column + 1)."
        case .documentCode: "A layout has a field of two characters for the document code."
        case .check(let kind):
            "The check digit \(kind.rawValue) must be the whole of its own field, and say what it covers: places of the "
                + "layout, each once."
        case .numberOverflow(let kind):
            "A long document number needs the field \(kind.rawValue) to go on in, and a check digit of its own."
        }
    }
}
