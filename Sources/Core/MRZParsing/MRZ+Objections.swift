extension MRZ {
    /// Everything that keeps this MRZ from being verified, in the order of the layout; empty when nothing does.
    ///
    /// - Parameter today: for the centuries of two-digit years.
    public func objections(asOf today: CalendarDay) -> [VerificationFailure.Reason] {
        var reasons = format.checks.isEmpty ? [VerificationFailure.Reason.noCheckDigits] : []
        for result in checkReport.results where !result.holds {
            reasons.append(.checkDigit(result.kind, at: result.check.digit, result.state))
        }
        for field in format.fields { reasons += objections(to: field, asOf: today) }
        return reasons
    }

    /// Whether nothing more would speak against a field if another character stood in it. Check digits are not asked, and
    /// of dates nothing but their alphabet. False where the layout has no such place.
    public func admits(_ character: MRZCharacter, at position: MRZPosition) -> Bool {
        guard let field = format.field(line: position.line, column: position.column) else { return false }
        let known = objections(to: field, asOf: nil)
        return replacing(position, by: character).objections(to: field, asOf: nil).allSatisfy(known.contains)
    }

    /// - Parameter today: nil where it does not matter whether dates exist.
    private func objections(to field: MRZField, asOf today: CalendarDay?) -> [VerificationFailure.Reason] {
        let text = characters(in: field.span)
        var reasons = field.parts.flatMap { objections(to: $0, asOf: today) }
        switch field.content {
        case .oneOf(let texts):
            if !texts.contains(where: { $0.elementsEqual(text) }) {
                reasons.append(.fixedText(field.kind, at: field.span))
            }
        case .date, .yearAndMonth:
            reasons += today.map { objections(toDate: field, asOf: $0) } ?? illegalCharacters(in: field)
        case .leftAligned where text.allSatisfy(\.isFiller):
            reasons.append(.emptyField(field.kind, at: field.span))
        case .characters, .leftAligned, .columns, .documentCode:
            if field.parts.isEmpty { reasons += illegalCharacters(in: field) }
        }
        switch field.kind {
        case .documentCode:
            if let first = text.first, let second = text.last, !format.documentCodeMatches(first: first, second: second)
            {
                reasons.append(.documentCode(at: field.span))
            }
        case .primaryIdentifier, .documentNumber:
            if text.allSatisfy(\.isFiller), !reasons.contains(.emptyField(field.kind, at: field.span)) {
                reasons.append(.emptyField(field.kind, at: field.span))
            }
        case .issuingState, .nationality:
            if reasons.isEmpty, StateCode(printed: text) == nil {
                reasons.append(.unknownState(field.kind, at: field.span))
            }
        case .name:
            if name.primary.isEmpty { reasons.append(.emptyField(.primaryIdentifier, at: field.span)) }
            if let column = MRZName.fillerTooMany(in: text) {
                reasons.append(.illegalCharacter(field.kind, at: MRZPosition(line: field.line, column: column)))
            }
        default: break
        }
        return reasons
    }

    private func illegalCharacters(in field: MRZField) -> [VerificationFailure.Reason] {
        field.span.positions
            .filter { !format.alphabet(line: $0.line, column: $0.column).contains(character(at: $0)) }
            .map { .illegalCharacter(field.kind, at: $0) }
    }

    private func objections(
        toDate field: MRZField, asOf today: CalendarDay
    ) -> [VerificationFailure.Reason] {
        if field.kind == .dateOfExpiry, characters(in: field.span).contains(where: \.isFiller) {
            let isLeftOut =
                field.content == .date(unknownAllowed: true) && characters(in: field.span).allSatisfy(\.isFiller)
            return isLeftOut ? [] : [.unknownExpiry(at: field.span)]
        }
        let exists =
            switch field.kind {
            case .dateOfBirth: dateOfBirth?.precision == .unknown || dates(asOf: today).birth != nil
            case .dateOfExpiry: dates(asOf: today).expiry != nil
            default:
                date(in: field).map { $0.precision == .unknown || CenturyResolution.past($0, asOf: today) != nil }
                    ?? false
            }
        return illegalCharacters(in: field) + (exists ? [] : [.impossibleDate(field.kind, at: field.span)])
    }
}
