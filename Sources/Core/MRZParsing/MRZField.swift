/// What a field says. The raw value is its stable name in JSON.
public enum MRZFieldKind: String, Sendable, Hashable, CaseIterable {
    case documentCode, issuingState, documentNumber, nationality, dateOfBirth, sex, dateOfExpiry
    /// Primary and secondary identifier in one field, parted by `<<`.
    case name
    case primaryIdentifier, secondaryIdentifier
    case personalNumber, optionalData, optionalData2
    case documentNumberCheckDigit, dateOfBirthCheckDigit, dateOfExpiryCheckDigit, personalNumberCheckDigit
    case compositeCheckDigit
    /// French identity card: YYMM of issue, who issued it (twice, see `departmentOfIssue2`), and a running number.
    case dateOfIssue, departmentOfIssue, officeOfIssue, departmentOfIssue2, sequenceNumber
    /// Swiss driving licence: the number of the blank, the language of the card, the version of the register entry.
    case blankNumber, language, versionNumber
    /// Columns that hold nothing but fillers.
    case filler, filler2, filler3
}

/// Which characters a field may hold.
public enum MRZFieldContent: Sendable, Hashable {
    /// Any of a set, in every column.
    case characters(MRZAlphabet)
    /// Any of a set, but no filler in the first column: what these fields say begins there. A character read as a
    /// filler there would mostly go unseen, for `0`, `A`, `K`, `U` and `<` are the same to a check digit.
    case leftAligned(MRZAlphabet)
    /// A set for each column.
    case columns([MRZAlphabet])
    /// One of a few texts of the field's length. Its alphabets are those of the characters' classes, so that
    /// recognition has to find the text and cannot be led to it.
    case oneOf([[MRZCharacter]])
    /// A letter, any for the same reason, then what the rule admits.
    case documentCode(DocumentCodeRule)
    /// YYMMDD; unknown parts may be fillers only where the standard allows it, in dates of birth. A date of expiry of
    /// which that is allowed may be left out as a whole.
    case date(unknownAllowed: Bool)
    /// YYMM.
    case yearAndMonth

    /// The characters possible in column `offset` of the field.
    func alphabet(at offset: Int) -> MRZAlphabet {
        switch self {
        case .characters(let set): set
        case .leftAligned(let set): offset == 0 ? set.subtracting(.filler) : set
        case .columns(let sets): sets[offset]
        case .oneOf(let texts): texts.reduce(.none) { $0.union(Self.alphabetOfClass($1[offset])) }
        case .documentCode(let rule): offset == 0 ? .letters : rule.admittedSecond
        case .date(let unknownAllowed): Self.dateDigits(offset).union(unknownAllowed ? .filler : .none)
        case .yearAndMonth: Self.dateDigits(offset)
        }
    }

    private static func alphabetOfClass(_ character: MRZCharacter) -> MRZAlphabet {
        character.isDigit ? .digits : character.isLetter ? .letters : .filler
    }

    /// The tens of a month are 0 or 1, those of a day 0 to 3.
    private static func dateDigits(_ offset: Int) -> MRZAlphabet {
        switch offset {
        case 2: MRZAlphabet(literal: "01")
        case 4: MRZAlphabet(literal: "0123")
        default: .digits
        }
    }
}

/// A field of a layout: what it says, where it stands, which characters it may hold.
public struct MRZField: Sendable, Hashable {
    public let kind: MRZFieldKind
    /// Where it stands.
    public let span: MRZSpan
    public let content: MRZFieldContent
    /// Fields inside this one, which then cover it without a gap; mostly none.
    public let parts: [MRZField]

    /// - Parameters:
    ///   - kind: what it says.
    ///   - line: from 0.
    ///   - columns: from 0.
    ///   - content: what it may hold.
    ///   - parts: fields that cover it one after the other, if there are any.
    public init(
        _ kind: MRZFieldKind, line: Int, _ columns: Range<Int>, _ content: MRZFieldContent, parts: [MRZField] = []
    ) {
        self.kind = kind
        self.span = MRZSpan(line: line, columns)
        self.content = content
        self.parts = parts
    }

    /// The line, from 0.
    public var line: Int { span.line }

    /// The columns, from 0.
    public var columns: Range<Int> { span.columns }

    /// The characters possible in a column of the line; that of a part where there is one.
    ///
    /// - Precondition: the field claims the column.
    public func alphabet(column: Int) -> MRZAlphabet {
        precondition(columns.contains(column), "not a column of this field")
        if let part = parts.first(where: { $0.columns.contains(column) }) { return part.alphabet(column: column) }
        return content.alphabet(at: column - columns.lowerBound)
    }
}
