public import MRZParsing

/// What results call a field: the names that other MRZ readers use, where they agree.
public struct FieldName: Sendable, Hashable {
    public let text: String

    /// The name of a kind of field.
    public init(_ kind: MRZFieldKind) {
        text =
            switch kind {
            case .documentCode: "documentType"
            case .sex: "gender"
            case .primaryIdentifier: "surname"
            case .secondaryIdentifier: "givenNames"
            default: kind.rawValue
            }
    }

    /// The name of a check digit: that of the field it protects, or `composite`.
    public init(_ kind: CheckKind) {
        text = kind.rawValue
    }
}

extension MRZFieldKind {
    /// The kinds that results list, in their order; what else a layout has is in its lines only.
    package static let reported: [MRZFieldKind] = [
        .documentCode, .issuingState, .primaryIdentifier, .secondaryIdentifier, .documentNumber, .nationality,
        .dateOfBirth, .sex, .dateOfExpiry, .personalNumber, .optionalData, .optionalData2, .dateOfIssue,
        .departmentOfIssue, .officeOfIssue, .departmentOfIssue2, .sequenceNumber, .blankNumber, .language,
        .versionNumber,
    ]

    /// Whether its value is printed with its fillers: they say which part of a date is unknown, and `<` is a sex.
    var keepsFillers: Bool {
        switch self {
        case .dateOfBirth, .dateOfExpiry, .dateOfIssue, .sex: true
        default: false
        }
    }

    /// The field of the layout that the value is taken from: both identifiers mostly share one.
    func host(in format: MRZFormat) -> MRZFieldKind {
        switch self {
        case .primaryIdentifier, .secondaryIdentifier: format.field(self) == nil ? .name : self
        default: self
        }
    }
}
