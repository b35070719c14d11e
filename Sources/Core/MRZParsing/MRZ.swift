/// Lines read through a layout. Nothing is promised but the shape: whether the content holds is asked of
/// `checkReport`, `objections(asOf:)` and `VerifiedMRZ`.
public struct MRZ: Sendable, Hashable {
    public let format: MRZFormat
    /// The lines, of the lengths the layout wants.
    public let lines: [MRZLine]

    let longNumber: LongDocumentNumber?

    /// - Throws: `MRZParsingError.lineCount` or `.lineLength` when the lines do not have the shape of the layout.
    public init(_ lines: [MRZLine], format: MRZFormat) throws(MRZParsingError) {
        guard lines.count == format.lineLengths.count else {
            throw .lineCount(expected: format.lineLengths.count, actual: lines.count)
        }
        for (index, length) in format.lineLengths.enumerated() where lines[index].count != length {
            throw .lineLength(line: index, expected: length, actual: lines[index].count)
        }
        self.init(fitting: lines, format: format)
    }

    /// - Precondition: the lines have the shape of the layout.
    init(fitting lines: [MRZLine], format: MRZFormat) {
        precondition(format.hasShape(of: lines), "lines of another shape")
        self.format = format
        self.lines = lines
        longNumber = LongDocumentNumber(in: lines, format: format)
    }

    /// - Throws: as above, and `MRZParsingError.illegalCharacter` for anything but digits, upper-case letters and `<`.
    public init(_ lines: [String], format: MRZFormat) throws(MRZParsingError) {
        var read: [MRZLine] = []
        for (index, text) in lines.enumerated() {
            do {
                read.append(try MRZLine(text))
            } catch .illegalCharacter(_, let column) {
                throw .illegalCharacter(line: index, column: column)
            }
        }
        try self.init(read, format: format)
    }

    /// The check digits as this document uses them: those of the layout, but for that of a long document number.
    public var checks: [MRZCheck] {
        guard let longNumber else { return format.checks }
        return format.checks.map { $0.kind == .documentNumber ? longNumber.check : $0 }
    }

    /// The characters of a span.
    ///
    /// - Precondition: the layout has it.
    public func characters(in span: MRZSpan) -> ArraySlice<MRZCharacter> {
        lines[span.line].characters[span.columns]
    }

    /// The character at a place.
    ///
    /// - Precondition: the layout has it.
    public func character(at position: MRZPosition) -> MRZCharacter {
        lines[position.line].characters[position.column]
    }

    /// The same lines with another character at a place.
    ///
    /// - Precondition: the layout has it.
    public func replacing(_ position: MRZPosition, by character: MRZCharacter) -> MRZ {
        var lines = lines
        var characters = lines[position.line].characters
        characters[position.column] = character
        lines[position.line] = MRZLine(characters)
        return MRZ(fitting: lines, format: format)
    }
}

extension MRZ: PersonalData {
    public var redacted: String { "MRZ(\(format.name))" }

    /// The lines as printed.
    public var expandedDescription: String { lines.map(\.text).joined(separator: "\n") }
}
