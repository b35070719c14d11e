public import MRZParsing
public import Scanning

/// One thing that keeps an MRZ from being verified, with its place.
public struct UnverifiedReason: Sendable, Equatable {
    /// A stable word: that of a `VerificationFailure.Reason` or a `Reading.Doubt`.
    public let code: String
    /// The field, or the check digit, that it is about; nil when it is about all of it.
    public let field: String?
    /// What people call that.
    let label: String?
    /// The first character that it is about.
    public let position: MRZPosition?
    /// What a check digit that does not hold should be and what stands there.
    public let digits: Digits?

    public struct Digits: Sendable, Equatable {
        public let expected: CheckDigit
        public let actual: MRZCharacter
    }

    private init(
        _ code: String, _ field: MRZFieldKind? = nil, name: String? = nil, at position: MRZPosition? = nil,
        digits: Digits? = nil
    ) {
        self.code = code
        self.field = name ?? field.map { FieldName($0).text }
        label = field?.label
        self.position = position
        self.digits = digits
    }

    /// An objection of the standard.
    public init(_ reason: VerificationFailure.Reason, in mrz: MRZ) {
        let code = reason.code
        switch reason {
        case .checkDigit(let kind, let place, _):
            let digits = mrz.checkReport[kind].map { Digits(expected: $0.expected, actual: $0.actual) }
            self.init(code, kind.digitField, name: FieldName(kind).text, at: place, digits: digits)
        case .illegalCharacter(let kind, let place):
            self.init(code, kind, at: place)
        case .impossibleDate(let kind, let span), .fixedText(let kind, let span), .emptyField(let kind, let span),
            .unknownState(let kind, let span):
            self.init(code, kind, at: span.positions.first)
        case .unknownExpiry(let span):
            self.init(code, .dateOfExpiry, at: span.positions.first)
        case .documentCode(let span):
            self.init(code, .documentCode, at: span.positions.first)
        case .noCheckDigits:
            self.init(code)
        }
    }

    /// A doubt of the glyphs.
    public init(_ doubt: Reading.Doubt, in mrz: MRZ) {
        let field = doubt.position.flatMap { mrz.format.field(line: $0.line, column: $0.column) }
        self.init(doubt.code, field?.kind, at: doubt.position)
    }
}

extension UnverifiedReason: CustomStringConvertible, CustomReflectable {
    /// What and where, but not which characters.
    public var description: String { "UnverifiedReason(\(code))" }
    public var customMirror: Mirror { Mirror(self, children: ["code": code]) }
}
