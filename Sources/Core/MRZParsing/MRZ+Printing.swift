/// Why values cannot be printed in a layout. It holds kinds and lengths, never characters.
public enum MRZPrintingError: Error, Sendable, Hashable {
    /// A value needs more characters than its field has.
    case tooLong(MRZFieldKind, length: Int, limit: Int)
    /// A value holds a character that no MRZ may hold; `offset` counts from 0.
    case illegalCharacter(MRZFieldKind, offset: Int)
    /// The layout has no such field.
    case noSuchField(MRZFieldKind)
}

extension MRZ {
    /// Prints values: pads them, places a long document number, computes the check digits.
    ///
    /// The reverse of `values`. Whether the characters are right for their fields is a matter of verification.
    ///
    /// - Throws: `MRZPrintingError`.
    public init(printing values: MRZValues, in format: MRZFormat) throws(MRZPrintingError) {
        var sheet = PrintingSheet(format: format)
        try sheet.place(values)
        self = sheet.mrz
    }
}

/// Lines being filled.
private struct PrintingSheet {
    let format: MRZFormat
    var lines: [[MRZCharacter]]

    init(format: MRZFormat) {
        self.format = format
        lines = format.lineLengths.map { Array(repeating: .filler, count: $0) }
    }

    var mrz: MRZ { MRZ(fitting: lines.map { MRZLine($0) }, format: format) }

    mutating func place(_ values: MRZValues) throws(MRZPrintingError) {
        for kind in MRZFieldKind.allCases where values[kind] != nil && !canPlace(kind) { throw .noSuchField(kind) }
        for field in format.fields {
            if case .oneOf(let texts) = field.content, let text = texts.first { write(text, at: field.span) }
        }
        var texts: [MRZFieldKind: [MRZCharacter]] = [:]
        for kind in MRZFieldKind.allCases {
            if let value = values[kind] { texts[kind] = try Self.read(value, for: kind) }
        }
        let identifiers = (primary: texts[.primaryIdentifier], secondary: texts[.secondaryIdentifier])
        if identifiers != (nil, nil), format.field(.name) != nil {
            texts[.name] = (identifiers.primary ?? []) + (identifiers.secondary.map { [.filler, .filler] + $0 } ?? [])
        }
        let isLong = try placeLongNumber(&texts)
        for field in format.fields.flatMap({ [$0] + $0.parts }) {
            guard let text = texts[field.kind] else { continue }
            guard text.count <= field.columns.count else {
                throw .tooLong(field.kind, length: text.count, limit: field.columns.count)
            }
            write(text, at: field.span)
        }
        // The composite comes last and is computed over the others.
        for check in format.checks.filter({ $0.kind != .composite }) + format.checks.filter({ $0.kind == .composite })
        where texts[check.kind.digitField] == nil && !(isLong && check.kind == .documentNumber) {
            let digit = check.expected(in: lines.map { MRZLine($0) })
            lines[check.digit.line][check.digit.column] = digit.character
        }
    }

    /// Puts the rest of a number that is too long, its digit and a filler before the optional data.
    private func placeLongNumber(_ texts: inout [MRZFieldKind: [MRZCharacter]]) throws(MRZPrintingError) -> Bool {
        guard let overflow = format.numberOverflow, let number = texts[.documentNumber],
            let limit = format.field(.documentNumber)?.columns.count, number.count > limit
        else { return false }
        guard number.count <= overflow.maximumLength else {
            throw .tooLong(.documentNumber, length: number.count, limit: overflow.maximumLength)
        }
        texts[.documentNumber] = Array(number.prefix(limit))
        let rest = number.dropFirst(limit) + [CheckDigit(of: number).character]
        texts[overflow.field] = rest + (texts[overflow.field].map { [.filler] + $0 } ?? [])
        return true
    }

    private func canPlace(_ kind: MRZFieldKind) -> Bool {
        format.field(kind) != nil
            || format.field(.name) != nil && [.primaryIdentifier, .secondaryIdentifier].contains(kind)
    }

    private mutating func write(_ text: [MRZCharacter], at span: MRZSpan) {
        for (column, character) in zip(span.columns, text) { lines[span.line][column] = character }
    }

    private static func read(_ text: String, for kind: MRZFieldKind) throws(MRZPrintingError) -> [MRZCharacter] {
        do {
            return try MRZLine(typed: text).characters
        } catch .illegalCharacter(_, let column) {
            throw .illegalCharacter(kind, offset: column)
        } catch {
            preconditionFailure("reading a line knows one error")
        }
    }
}
