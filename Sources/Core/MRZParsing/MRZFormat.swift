/// A layout of an MRZ, as data. Parser, printer, recognition alphabets, check digits and assurance derive from it.
///
/// Lines and columns count from 0. Two layouts are equal when their names are.
public struct MRZFormat: Sendable {
    /// The stable name: `TD1`, `TD2`, `TD3`, `RUS-PN`, `MRVA`, `MRVB`, `FRA-ID`, `FRA-DL`, `CHE-DL`.
    public let name: String
    /// What documents carry it, for people.
    public let title: String
    /// Where it is specified.
    public let source: String
    /// The characters in each line, from the top.
    public let lineLengths: [Int]
    /// Which document codes it begins with.
    public let documentCode: DocumentCodeRule
    /// The fields of the layout; together they claim every column of every line exactly once.
    public let fields: [MRZField]
    /// The check digits of the layout; the composite, if there is one, comes last.
    public let checks: [MRZCheck]
    /// Where a document number that is too long for its field goes on.
    public let numberOverflow: NumberOverflow?

    private let alphabets: [[MRZAlphabet]]
    private let codeSpan: MRZSpan

    /// A document number of more than 9 characters: `<` in place of its check digit, the rest, the digit and one `<`
    /// in another field. ICAO Doc 9303-5, 4.2.2 and 4.2.4; 9303-6, 4.2.2.
    public struct NumberOverflow: Sendable, Hashable {
        /// The field that takes the rest.
        public let field: MRZFieldKind
        /// The longest number, in characters.
        public let maximumLength: Int

        public init(field: MRZFieldKind, maximumLength: Int) {
            self.field = field
            self.maximumLength = maximumLength
        }
    }

    /// A layout of your own: give it to a reader among its formats, and it is found, read and verified as the others
    /// are.
    ///
    /// Pictures are searched for layouts of one to three lines; lines of fewer than about 20 characters are found only
    /// above longer ones.
    ///
    /// - Parameters:
    ///   - name: in results; that of no layout of this library, and of no other of the reader.
    ///   - title: what documents carry it, for people.
    ///   - source: where it is specified.
    ///   - lineLengths: the characters in each line, from the top.
    ///   - documentCode: which document codes it begins with.
    ///   - fields: together they claim every column of every line once; one of them is a `documentCode` of two
    ///     characters.
    ///   - checks: each digit in the field that `CheckKind.digitField` names; the composite last.
    ///   - numberOverflow: where a document number goes on that is too long for its field.
    /// - Throws: `MRZFormatError` when that is no layout.
    public init(
        name: String, title: String, source: String, lineLengths: [Int], documentCode: DocumentCodeRule,
        fields: [MRZField], checks: [MRZCheck], numberOverflow: NumberOverflow? = nil
    ) throws(MRZFormatError) {
        try MRZFormatError.check(
            name: name, lineLengths: lineLengths, fields: fields, checks: checks, numberOverflow: numberOverflow)
        self.init(
            unchecked: name, title: title, source: source, lineLengths: lineLengths, documentCode: documentCode,
            fields: fields, checks: checks, numberOverflow: numberOverflow)
    }

    /// A layout of this library; its tests ask what the public initialiser asks.
    init(
        unchecked name: String, title: String, source: String, lineLengths: [Int], documentCode: DocumentCodeRule,
        fields: [MRZField], checks: [MRZCheck], numberOverflow: NumberOverflow? = nil
    ) {
        self.name = name
        self.title = title
        self.source = source
        self.lineLengths = lineLengths
        self.documentCode = documentCode
        self.fields = fields
        self.checks = checks
        self.numberOverflow = numberOverflow
        var alphabets = lineLengths.map { [MRZAlphabet](repeating: .none, count: $0) }
        for field in fields {
            for column in field.columns { alphabets[field.line][column] = field.alphabet(column: column) }
        }
        self.alphabets = alphabets
        guard let code = fields.first(where: { $0.kind == .documentCode }), code.columns.count == 2 else {
            preconditionFailure("every layout has a document code of two characters")
        }
        self.codeSpan = code.span
    }

    /// Every layout this library reads by itself. Of two that fit lines alike the former is taken.
    public static let all: [MRZFormat] = [
        td1, td2, russianInternalPassport, td3, mrvA, mrvB, frenchIdentityCard, frenchDrivingLicence,
        swissDrivingLicence,
    ]

    /// The layout of that name, if there is one.
    public static func named(_ name: String) -> MRZFormat? { all.first { $0.name == name } }

    /// The characters that may stand at a place.
    ///
    /// - Precondition: the layout has that line and column.
    public func alphabet(line: Int, column: Int) -> MRZAlphabet { alphabets[line][column] }

    /// The field of that kind, also when it is part of another.
    public func field(_ kind: MRZFieldKind) -> MRZField? {
        for field in fields {
            if field.kind == kind { return field }
            if let part = field.parts.first(where: { $0.kind == kind }) { return part }
        }
        return nil
    }

    /// The field that claims a place; nil outside the layout.
    public func field(line: Int, column: Int) -> MRZField? {
        fields.first { $0.line == line && $0.columns.contains(column) }
    }

    /// The check digit of that kind, if the layout has it.
    public func check(_ kind: CheckKind) -> MRZCheck? { checks.first { $0.kind == kind } }

    /// Whether the first two characters of the document code can open this layout, conforming or not.
    public func documentCodeMatches(first: MRZCharacter, second: MRZCharacter) -> Bool {
        documentCode.admits(first, second)
    }

    /// Whether the document code is one the standard foresees for this layout.
    public func documentCodeConforms(first: MRZCharacter, second: MRZCharacter) -> Bool {
        documentCode.conforms(first, second)
    }

    /// Where the two characters of the document code stand; in the second line of a Swiss driving licence.
    public var documentCodeSpan: MRZSpan { codeSpan }

    /// Whether a layout of this library, or one of `formats`, has as many lines as `other`, and longer ones.
    package static func hasLonger(than other: MRZFormat, besides formats: [MRZFormat] = []) -> Bool {
        func isLonger(_ format: MRZFormat) -> Bool {
            format.lineLengths.count == other.lineLengths.count
                && zip(format.lineLengths, other.lineLengths).allSatisfy { $0 > $1 }
        }
        return all.contains(where: isLonger) || formats.contains(where: isLonger)
    }

    /// Whether these lines have the number and the lengths this layout wants.
    public func hasShape(of lines: [MRZLine]) -> Bool {
        lines.count == lineLengths.count && zip(lines, lineLengths).allSatisfy { $0.characters.count == $1 }
    }
}

extension MRZFormat: Hashable, CustomStringConvertible {
    public static func == (left: MRZFormat, right: MRZFormat) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    public var description: String { name }
}
