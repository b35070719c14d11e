/// A code of a State or organisation, as the MRZ prints it for issuer and nationality. ICAO Doc 9303-3, 5.
public struct StateCode: Sendable, Hashable {
    /// Without fillers: `UTO`, `D`.
    public let code: String
    /// In English.
    public let name: String
    public let status: Status

    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// A country of ISO 3166-1.
        case country
        /// A kind of British nationality.
        case british
        /// An organisation that issues travel documents.
        case organisation
        /// A status of people without an ordinary nationality.
        case person
        /// In use beside the tables of the standard.
        case deFacto
        /// In the standard, no longer to be given out.
        case deprecated
        /// The code of a State that no longer exists; only on old documents.
        case historic
        /// For specimens only.
        case specimen
    }

    /// Whether only old documents carry it.
    public var isHistoric: Bool { status == .deprecated || status == .historic }

    /// Looks a code up, given without fillers; nil when no table has it.
    public init?(_ code: String) {
        guard let entry = Self.byCode[code] else { return nil }
        self = entry
    }

    /// Looks up what stands in a field, fillers behind it; nil when no table has it.
    init?(printed characters: some Sequence<MRZCharacter>) {
        self.init(FieldText(characters).withoutTrailingFillers.text)
    }

    init(code: String, name: String, status: Status) {
        self.code = code
        self.name = name
        self.status = status
    }

    /// Utopia, the State of specimens.
    static let utopia = StateCode(code: "UTO", name: "Utopia", status: .specimen)

    /// Every code known, the countries first.
    public static let all: [StateCode] = countries + beyondISO

    private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
}

extension MRZ {
    /// The State of the issuer or of the nationality; nil where the layout has no such field, or no table has its code.
    public func stateCode(of kind: MRZFieldKind) -> StateCode? {
        format.field(kind).flatMap { StateCode(printed: characters(in: $0.span)) }
    }

    /// The characters that would make another State's code of the one at `position`; nil where none stands: outside the
    /// fields of issuer and nationality, and in a code that no table has.
    public func stateTwins(at position: MRZPosition) -> MRZAlphabet? {
        guard
            let field = [MRZFieldKind.issuingState, .nationality].compactMap(format.field)
                .first(where: { $0.line == position.line && $0.columns.contains(position.column) }),
            StateCode(printed: characters(in: field.span)) != nil
        else { return nil }
        let used = character(at: position)
        return MRZAlphabet(
            format.alphabet(line: position.line, column: position.column).filter {
                $0 != used && admits($0, at: position)
            })
    }
}
