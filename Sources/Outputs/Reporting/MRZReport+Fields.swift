import MRZParsing

extension MRZReport {
    /// The fields of the layout, then what is derived from them: dates with their century, names of states.
    public var fields: [NamedValue] {
        var fields = kinds.compactMap { kind in
            value(of: kind).map { NamedValue(name: FieldName(kind).text, value: $0) }
        }
        func derive(_ name: String, _ value: String?) {
            if let value { fields.append(NamedValue(name: name, value: value)) }
        }
        let dates = mrz.dates(asOf: today)
        derive("dateOfBirthISO", dates.birth?.isoString)
        derive("dateOfExpiryISO", dates.expiry?.isoString)
        derive("dateOfIssueISO", mrz.dateOfIssue(asOf: today)?.isoString)
        derive("issuingStateName", mrz.stateCode(of: .issuingState)?.name)
        derive("nationalityName", mrz.stateCode(of: .nationality)?.name)
        return fields
    }

    /// Every name that `fields` can hold, in order.
    static let fieldNames =
        MRZFieldKind.reported.map { FieldName($0).text } + [
            "dateOfBirthISO", "dateOfExpiryISO", "dateOfIssueISO", "issuingStateName", "nationalityName",
        ]

    /// The kinds of fields that this layout has.
    var kinds: [MRZFieldKind] { MRZFieldKind.reported.filter { mrz.field($0) != nil } }

    /// What protects a field in this document.
    func assurance(of kind: MRZFieldKind) -> Assurance {
        mrz.assurance(of: kind.host(in: mrz.format)) ?? .none
    }

    /// Characters of a protected field whose look-alike every check digit would admit as well; fillers left out.
    func blindSpots(of kind: MRZFieldKind) -> [MRZPosition] {
        guard assurance(of: kind) != .none else { return [] }
        return mrz.blindSpots(of: kind.host(in: mrz.format)).filter { !mrz.character(at: $0).isFiller }
    }

    private func value(of kind: MRZFieldKind) -> String? {
        switch kind {
        case .primaryIdentifier: mrz.primaryIdentifier
        case .secondaryIdentifier: mrz.secondaryIdentifier
        default: kind.keepsFillers ? mrz.field(kind)?.raw : mrz.field(kind)?.text
        }
    }
}
