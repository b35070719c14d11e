public import MRZParsing
public import Scanning

/// One thing that keeps an MRZ from being verified, with its place.
public struct UnverifiedReason: Sendable, Equatable {
    /// A stable word: that of a `VerificationFailure.Reason` or a `Reading.Doubt`.
    public let code: String
    /// The field, or the check digit, that it is about; nil when it is about all of it.
    public let field: String?
    /// The first character that it is about.
    public let position: MRZPosition?
    /// Of a check digit that does not hold: what it should be and what stands there.
    public let digits: Digits?

    public struct Digits: Sendable, Equatable {
        public let expected: CheckDigit
        public let actual: MRZCharacter
    }

    /// An objection of the standard.
    public init(_ reason: VerificationFailure.Reason, in mrz: MRZ) {
        code = reason.code
        var digits: Digits?
        switch reason {
        case .checkDigit(let kind, let place, _):
            (field, position) = (FieldName(kind).text, place)
            digits = mrz.checkReport[kind].map { Digits(expected: $0.expected, actual: $0.actual) }
        case .illegalCharacter(let kind, let place):
            (field, position) = (FieldName(kind).text, place)
        case .impossibleDate(let kind, let span), .fixedText(let kind, let span), .emptyField(let kind, let span):
            (field, position) = (FieldName(kind).text, span.positions.first)
        case .unknownExpiry(let span):
            (field, position) = (FieldName(MRZFieldKind.dateOfExpiry).text, span.positions.first)
        case .documentCode(let span):
            (field, position) = (FieldName(MRZFieldKind.documentCode).text, span.positions.first)
        case .noCheckDigits:
            (field, position) = (nil, nil)
        }
        self.digits = digits
    }

    /// A doubt of the glyphs.
    public init(_ doubt: Reading.Doubt, in mrz: MRZ) {
        code = doubt.code
        digits = nil
        switch doubt {
        case .gap(let place), .unsure(let place), .twin(let place), .decidedByCheckDigit(let place):
            position = place
            field = mrz.format.field(line: place.line, column: place.column).map { FieldName($0.kind).text }
        case .weakEvidence:
            (field, position) = (nil, nil)
        }
    }
}

extension UnverifiedReason: CustomStringConvertible, CustomReflectable {
    /// What and where, but not which characters.
    public var description: String { "UnverifiedReason(\(code))" }
    public var customMirror: Mirror { Mirror(self, children: ["code": code]) }
}
