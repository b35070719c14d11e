import MRZParsing

extension MRZReport {
    /// A field as people read it.
    struct Row: Equatable {
        let label: String
        let value: String
        let protection: String
    }

    /// The fields that say something, in the order of the results.
    var rows: [Row] {
        let values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return kinds.compactMap { kind in
            let name = FieldName(kind).text
            guard let value = values[name], !value.isEmpty else { return nil }
            let meaning = values[name + "ISO"] ?? values[name + "Name"]
            return Row(
                label: kind.label, value: meaning.map { "\(value)  \($0)" } ?? value, protection: protection(of: kind))
        }
    }

    private func protection(of kind: MRZFieldKind) -> String {
        switch assurance(of: kind) {
        case .none:
            let digit = mrz.format.assurance(of: kind.host(in: mrz.format)).map { $0 != .none } ?? false
            return digit ? "its check digit does not hold" : "no check digit"
        case .composite: return "composite check digit"
        case .ownCheckDigit:
            let twins = blindSpots(of: kind).map { place in
                let used = mrz.character(at: place)
                return "\([used].text) or \(mrz.format.blindLookAlikes(of: used, at: place).text)"
            }
            var seen = Set<String>()
            let pairs = twins.filter { seen.insert($0).inserted }
            return "own check digit" + (pairs.isEmpty ? "" : ", blind to " + pairs.joined(separator: ", "))
        }
    }
}

extension MRZFieldKind {
    /// What people call the field.
    var label: String {
        switch self {
        case .documentCode: "document type"
        case .issuingState: "issued by"
        case .documentNumber: "document number"
        case .nationality: "nationality"
        case .dateOfBirth: "born"
        case .sex: "sex"
        case .dateOfExpiry: "expires"
        case .name: "name"
        case .primaryIdentifier: "surname"
        case .secondaryIdentifier: "given names"
        case .personalNumber: "personal number"
        case .optionalData: "optional data"
        case .optionalData2: "optional data 2"
        case .documentNumberCheckDigit: "check digit of the document number"
        case .dateOfBirthCheckDigit: "check digit of the date of birth"
        case .dateOfExpiryCheckDigit: "check digit of the date of expiry"
        case .personalNumberCheckDigit: "check digit of the personal number"
        case .compositeCheckDigit: "composite check digit"
        case .dateOfIssue: "issued"
        case .departmentOfIssue: "department"
        case .officeOfIssue: "office"
        case .departmentOfIssue2: "department (line 2)"
        case .sequenceNumber: "running number"
        case .blankNumber: "number of the blank"
        case .language: "language"
        case .versionNumber: "version"
        case .filler, .filler2, .filler3: "fillers"
        }
    }
}
