/// What protects a character or a field from being misread unnoticed.
public enum Assurance: String, Sendable, Hashable, Comparable {
    /// No check digit covers it: names, sex, nationality and issuer in most layouts.
    case none
    /// Only the composite covers it.
    case composite
    /// A check digit of its own covers it, and mostly the composite too.
    case ownCheckDigit

    private var rank: Int {
        switch self {
        case .none: 0
        case .composite: 1
        case .ownCheckDigit: 2
        }
    }

    public static func < (left: Assurance, right: Assurance) -> Bool { left.rank < right.rank }

    init(of position: MRZPosition, by checks: some Sequence<MRZCheck>) {
        self = checks.reduce(.none) { best, check in
            guard check.covered.contains(position) else { return best }
            return max(best, check.kind == .composite ? .composite : .ownCheckDigit)
        }
    }
}

extension MRZFormat {
    /// What protects a place in this layout.
    public func assurance(at position: MRZPosition) -> Assurance { Assurance(of: position, by: checks) }

    /// What protects the least protected character of a field; nil when the layout has no such field.
    public func assurance(of kind: MRZFieldKind) -> Assurance? {
        field(kind)?.span.positions.map(assurance(at:)).min()
    }

    /// The characters the layout allows at a place that no check digit tells from `character`, itself excluded.
    public func blindTwins(of character: MRZCharacter, at position: MRZPosition) -> MRZAlphabet {
        CheckDigit.blindClass(of: character).subtracting(MRZAlphabet([character]))
            .intersection(alphabet(line: position.line, column: position.column))
    }

    /// The blind twins that also look like `character` in print: where a misreading stays hidden.
    public func blindLookAlikes(of character: MRZCharacter, at position: MRZPosition) -> MRZAlphabet {
        LookAlikes.blindTwins(of: character).intersection(alphabet(line: position.line, column: position.column))
    }
}

extension MRZ {
    /// What protects a place in this document: only check digits that are printed and right count, and a long document
    /// number is covered by its own wherever it stands.
    public func assurance(at position: MRZPosition) -> Assurance {
        Assurance(of: position, by: validChecks)
    }

    /// What protects the least protected character of a field; nil when the layout has no such field.
    public func assurance(of kind: MRZFieldKind) -> Assurance? {
        let valid = validChecks
        return positions(of: kind)?.map { Assurance(of: $0, by: valid) }.min()
    }

    /// The places of a field, wherever a long document number has put it.
    public func positions(of kind: MRZFieldKind) -> [MRZPosition]? {
        if let longNumber {
            if kind == .documentNumber { return longNumber.check.covered }
            if kind == format.numberOverflow?.field { return longNumber.optionalData.positions }
        }
        return format.field(kind)?.span.positions
    }

    /// The places of a field whose character has a look-alike that no check digit tells from it.
    public func blindSpots(of kind: MRZFieldKind) -> [MRZPosition] {
        (positions(of: kind) ?? []).filter { !format.blindLookAlikes(of: character(at: $0), at: $0).isEmpty }
    }

    /// The checks whose digit holds.
    var validChecks: [MRZCheck] {
        checks.filter { $0.expected(in: lines).character == character(at: $0.digit) }
    }
}
