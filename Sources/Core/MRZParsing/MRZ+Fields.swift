extension MRZ {
    /// The characters of a field; nil when the layout has none of that kind.
    ///
    /// A long document number comes joined, and the optional data without its rest. The identifiers are there in every
    /// layout that prints a name.
    public func field(_ kind: MRZFieldKind) -> FieldText? {
        if let longNumber {
            if kind == .documentNumber {
                return FieldText(longNumber.check.spans.map(characters(in:)).joined())
            }
            if kind == format.numberOverflow?.field { return FieldText(characters(in: longNumber.optionalData)) }
        }
        if let field = format.field(kind) { return FieldText(characters(in: field.span)) }
        if let field = format.field(.name) {
            if kind == .primaryIdentifier { return MRZName(field: characters(in: field.span)).primary }
            if kind == .secondaryIdentifier { return MRZName(field: characters(in: field.span)).secondary }
        }
        return nil
    }

    private func text(_ kind: MRZFieldKind) -> String? { field(kind)?.text }

    private func date(_ kind: MRZFieldKind) -> MRZDate? { format.field(kind).flatMap(date(in:)) }

    /// What a field of a date says; nil when that is none. A field of year and month leaves the day open.
    func date(in field: MRZField) -> MRZDate? {
        let printed = characters(in: field.span)
        return MRZDate(field.content == .yearAndMonth ? printed + [.filler, .filler] : printed)
    }

    /// `P`, `ID`, `AC`…
    public var documentCode: String { text(.documentCode) ?? "" }

    /// The place of the document code's first letter, where a stroke more, or less, makes it of one of the
    /// standard.
    package var documentCodeOneStrokeOff: MRZPosition? {
        let span = format.documentCodeSpan
        guard let first = characters(in: span).first, format.documentCode.isOneStrokeOff(first) else { return nil }
        return MRZPosition(line: span.line, column: span.columns.lowerBound)
    }

    /// The code of the issuing State or organisation without fillers: `UTO`, `D`.
    public var issuingState: String { text(.issuingState) ?? "" }

    /// The holder's name.
    public var name: MRZName {
        if let field = format.field(.name) { return MRZName(field: characters(in: field.span)) }
        let none = ArraySlice<MRZCharacter>()
        return MRZName(
            primary: format.field(.primaryIdentifier).map { characters(in: $0.span) } ?? none,
            secondary: format.field(.secondaryIdentifier).map { characters(in: $0.span) } ?? none)
    }

    /// The words of the primary identifier, parted by spaces: mostly the surname.
    public var primaryIdentifier: String { name.primaryComponents.joined(separator: " ") }

    /// The words of the secondary identifier, parted by spaces: mostly the given names; empty when there are none.
    public var secondaryIdentifier: String { name.secondaryComponents.joined(separator: " ") }

    /// The document number without fillers around it, joined when it is long; a filler inside stands for a space or a
    /// special character and comes as a space.
    public var documentNumber: String { text(.documentNumber) ?? "" }

    /// Whether the document number goes on in the optional data, its digit proving so.
    public var hasLongDocumentNumber: Bool { longNumber != nil }

    /// The code of the nationality without fillers; nil when the layout has none.
    public var nationality: String? { text(.nationality) }

    /// Nil when the layout has none, or what is printed is no date.
    public var dateOfBirth: MRZDate? { date(.dateOfBirth) }

    /// Nil when the layout has none, or another character is printed.
    public var sex: Sex? { field(.sex)?.characters.first.flatMap { Sex($0) } }

    /// Nil when the layout has none, or what is printed is no date.
    public var dateOfExpiry: MRZDate? { date(.dateOfExpiry) }

    /// The first optional data; nil when the layout has none.
    public var optionalData: String? { text(.optionalData) }

    /// The second optional data, which only TD1 has.
    public var optionalData2: String? { text(.optionalData2) }

    /// The personal number of a passport or the register number of a Swiss driving licence.
    public var personalNumber: String? { text(.personalNumber) }

    /// When the document was issued: of an old French identity card the month. Nil when the layout has no such field,
    /// or what is printed is no date.
    public var dateOfIssue: MRZDate? { format.field(.dateOfIssue).flatMap(date(in:)) }

    /// Birth and expiry with the centuries assumed from today.
    public func dates(asOf today: CalendarDay) -> CenturyResolution {
        CenturyResolution(birth: dateOfBirth, expiry: dateOfExpiry, asOf: today)
    }

    /// The date of issue with the latest century that does not put it after today.
    public func dateOfIssue(asOf today: CalendarDay) -> ResolvedDate? {
        CenturyResolution.past(dateOfIssue, asOf: today)
    }
}
