/// What a check digit protects. The raw value is its stable name in JSON.
public enum CheckKind: String, Sendable, Hashable, CaseIterable {
    case documentNumber, dateOfBirth, dateOfExpiry, personalNumber
    /// The one over several fields and their own check digits.
    case composite

    /// The field that holds the digit.
    public var digitField: MRZFieldKind {
        switch self {
        case .documentNumber: .documentNumberCheckDigit
        case .dateOfBirth: .dateOfBirthCheckDigit
        case .dateOfExpiry: .dateOfExpiryCheckDigit
        case .personalNumber: .personalNumberCheckDigit
        case .composite: .compositeCheckDigit
        }
    }
}

/// A check digit of a layout: where it stands and over what it is computed.
public struct MRZCheck: Sendable, Hashable {
    public let kind: CheckKind
    /// Where the digit is printed.
    public let digit: MRZPosition
    /// The columns it is computed over, in the order of the computation.
    public let spans: [MRZSpan]
    /// The places it is computed over, one by one.
    public let covered: [MRZPosition]
    /// Whether `<` may stand for the digit when everything covered is filler. ICAO Doc 9303-4, 4.2.2 (column 43).
    public let fillerAllowed: Bool

    /// - Parameters:
    ///   - kind: what it protects.
    ///   - digit: where it is printed.
    ///   - spans: what it is computed over, in that order.
    ///   - fillerAllowed: whether `<` may stand for it where everything covered is filler.
    public init(_ kind: CheckKind, digit: MRZPosition, over spans: [MRZSpan], fillerAllowed: Bool = false) {
        self.kind = kind
        self.digit = digit
        self.spans = spans
        self.covered = spans.flatMap(\.positions)
        self.fillerAllowed = fillerAllowed
    }

    /// The digit that should be printed over these lines.
    ///
    /// - Precondition: the lines have the shape of the layout.
    public func expected(in lines: [MRZLine]) -> CheckDigit {
        CheckDigit(of: covered.lazy.map { lines[$0.line].characters[$0.column] })
    }
}
