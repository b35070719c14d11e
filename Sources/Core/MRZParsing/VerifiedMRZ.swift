/// An MRZ in which everything that can be checked holds.
///
/// A verified MRZ is not a true one: names, sex, nationality and issuer mostly carry no check digit, and a check digit
/// cannot tell `6` from `G`. Ask `assurance(of:)` and `blindSpots(of:)` of the MRZ what that means for a field.
public struct VerifiedMRZ: Sendable, Hashable {
    public let mrz: MRZ

    /// The only door.
    ///
    /// Demanded are: every check digit of the layout, and at least one; every character in its field's alphabet; dates
    /// the calendar has; the fixed texts and a document code that can open the layout; something in the fields of the
    /// document number, the issuer and the name, where the layout has them; codes of State that a table has. Expired
    /// documents pass, see `MRZ.warnings(asOf:)`.
    ///
    /// - Parameters:
    ///   - mrz: what is to be verified.
    ///   - today: for the centuries of two-digit years.
    /// - Throws: `VerificationFailure` with every reason.
    public init(_ mrz: MRZ, asOf today: CalendarDay) throws(VerificationFailure) {
        let reasons = mrz.objections(asOf: today)
        guard reasons.isEmpty else { throw VerificationFailure(reasons: reasons) }
        self.mrz = mrz
    }
}

extension VerifiedMRZ: PersonalData {
    public var redacted: String { "VerifiedMRZ(\(mrz.format.name))" }
    public var expandedDescription: String { mrz.expandedDescription }
}

/// Why an MRZ is not verified. It holds places, never characters.
public struct VerificationFailure: Error, Sendable, Hashable {
    /// What does not hold, at least one thing.
    public let reasons: [Reason]

    public enum Reason: Sendable, Hashable {
        /// A check digit is wrong or missing.
        case checkDigit(CheckKind, at: MRZPosition, CheckResult.State)
        /// A character its field may not hold.
        case illegalCharacter(MRZFieldKind, at: MRZPosition)
        /// No date, or one the calendar does not have.
        case impossibleDate(MRZFieldKind, at: MRZSpan)
        /// Fillers in the date of expiry, which must be known.
        case unknownExpiry(at: MRZSpan)
        /// A text other than the one the layout fixes.
        case fixedText(MRZFieldKind, at: MRZSpan)
        /// A document code that cannot open the layout.
        case documentCode(at: MRZSpan)
        /// Nothing but fillers in a field that must say something.
        case emptyField(MRZFieldKind, at: MRZSpan)
        /// A code of a State or organisation that no table has: likelier misread, or made up, than new.
        case unknownState(MRZFieldKind, at: MRZSpan)
        /// The layout has no check digit, so that nothing can be verified.
        case noCheckDigits
    }
}

extension VerificationFailure.Reason {
    /// A stable name for JSON.
    public var code: String {
        switch self {
        case .checkDigit: "checkDigit"
        case .illegalCharacter: "illegalCharacter"
        case .impossibleDate: "impossibleDate"
        case .unknownExpiry: "unknownExpiry"
        case .fixedText: "fixedText"
        case .documentCode: "documentCode"
        case .emptyField: "emptyField"
        case .unknownState: "unknownState"
        case .noCheckDigits: "noCheckDigits"
        }
    }

    /// One of each kind. The compiler asks of a new kind where it stands in the row.
    package static func all(at place: MRZPosition) -> [Self] {
        Array(sequence(first: Self.checkDigit(.composite, at: place, .invalid)) { $0.next(at: place) })
    }

    private func next(at place: MRZPosition) -> Self? {
        let span = MRZSpan(line: place.line, place.column..<(place.column + 1))
        return switch self {
        case .checkDigit: .illegalCharacter(.documentNumber, at: place)
        case .illegalCharacter: .impossibleDate(.dateOfBirth, at: span)
        case .impossibleDate: .unknownExpiry(at: span)
        case .unknownExpiry: .fixedText(.issuingState, at: span)
        case .fixedText: .documentCode(at: span)
        case .documentCode: .emptyField(.primaryIdentifier, at: span)
        case .emptyField: .unknownState(.nationality, at: span)
        case .unknownState: .noCheckDigits
        case .noCheckDigits: nil
        }
    }
}
