/// What became of one check digit.
public struct CheckResult: Sendable, Hashable {
    /// Whether the printed digit is the computed one.
    public enum State: String, Sendable, Hashable {
        case valid, invalid
        /// A filler stands where the digit should be.
        case absent
    }

    /// The check as this document uses it.
    public let check: MRZCheck
    /// The computed digit.
    public let expected: CheckDigit
    /// What is printed.
    public let actual: MRZCharacter
    public let state: State
    /// Whether nothing speaks against the fields covered: valid, or absent where the standard lets it be.
    public let holds: Bool
    /// The fields covered, in the order of the layout.
    public let coveredFields: [MRZFieldKind]

    public var kind: CheckKind { check.kind }

    init(_ check: MRZCheck, in mrz: MRZ) {
        self.check = check
        expected = check.expected(in: mrz.lines)
        actual = mrz.character(at: check.digit)
        state = actual == expected.character ? .valid : actual.isFiller ? .absent : .invalid
        holds = mrz.holds(check)
        coveredFields = mrz.format.fields
            .filter { field in check.spans.contains { $0.line == field.line && $0.columns.overlaps(field.columns) } }
            .map(\.kind)
    }
}

/// Every check digit of an MRZ, in the order of the layout.
public struct CheckReport: Sendable, Hashable {
    public let results: [CheckResult]

    /// The result of that kind; nil when the layout has no such digit.
    public subscript(kind: CheckKind) -> CheckResult? { results.first { $0.kind == kind } }
}

extension MRZ {
    /// Every check digit, computed and compared.
    public var checkReport: CheckReport { CheckReport(results: checks.map { CheckResult($0, in: self) }) }

    /// Whether every check digit holds; true also of a layout that has none.
    package var allChecksHold: Bool { checks.allSatisfy(holds) }

    /// The share of the check digits that do not hold: 0 when all hold, 1 when none does or the layout has none.
    package var failingShare: Double {
        let checks = checks
        guard !checks.isEmpty else { return 1 }
        return Double(checks.count { !holds($0) }) / Double(checks.count)
    }

    /// Whether nothing speaks against what a check covers: its digit is right, or absent where the standard lets it be.
    package func holds(_ check: MRZCheck) -> Bool {
        let actual = character(at: check.digit)
        if actual == check.expected(in: lines).character { return true }
        return actual.isFiller && check.fillerAllowed && check.covered.allSatisfy { character(at: $0).isFiller }
    }
}
