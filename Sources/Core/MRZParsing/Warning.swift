/// Something worth knowing about an MRZ that does not keep it from being verified. The raw value is its stable code.
public enum Warning: String, Sendable, Hashable, CaseIterable {
    /// The date of expiry lies before today.
    case expired
    /// The issuer's code is in no table.
    case unknownIssuingState
    /// The code of the nationality is in no table, or empty.
    case unknownNationality
    /// The issuer's code is that of a State that no longer exists, or one no longer given out.
    case historicIssuingState
    /// The code of the nationality is that of a State that no longer exists, or one no longer given out.
    case historicNationality
    /// Issuer or nationality is Utopia: a specimen, nobody's document.
    case specimen
    /// An `X` for the sex, which the MRZ should print as `<`.
    case nonConformingSex
    /// A document code the standard does not foresee for the layout.
    case nonStandardDocumentCode
    /// The name ends on a character, so that something may have been cut off.
    case nameTruncated
    /// Fillers in the name where no identifier ends.
    case abnormalNameSeparator
    /// A digit in the name.
    case digitInName
    /// The name holds Cyrillic letters in the code of the Russian internal passport; it is not the name as written.
    case nationalNameEncoding
    /// `<` instead of `0` as check digit of an empty personal number: allowed.
    case optionalCheckDigitFiller
    /// The document number goes on in the optional data.
    case longDocumentNumber
    /// The layout has no composite check digit.
    case compositeAbsent
    /// The layout has no check digit at all.
    case noCheckDigits
    /// Day or month of birth are not known.
    case partiallyUnknownDateOfBirth
    /// Nothing of the date of birth is known.
    case unknownDateOfBirth
    /// The file of the picture is damaged. It is said of every MRZ of the page, also of one that the damage does not
    /// reach.
    case damaged
    /// The MRZ is printed in another typeface than OCR-B, as was read from the picture.
    case otherTypeface
    /// Letters are printed with marks above or below them, such as Ñ or Ü, as was seen in the picture. They are read as
    /// the letters without.
    case markedLetters
}

extension MRZ {
    /// What is worth knowing about this MRZ, in the order of `Warning`'s cases.
    ///
    /// - Parameter today: the day that decides about expiry.
    public func warnings(asOf today: CalendarDay) -> [Warning] {
        Warning.allCases.filter { applies($0, asOf: today) }
    }

    private func applies(_ warning: Warning, asOf today: CalendarDay) -> Bool {
        switch warning {
        case .expired: dates(asOf: today).expiry?.calendarDay.map { $0 < today } ?? false
        case .unknownIssuingState: stateCode(of: .issuingState) == nil
        case .unknownNationality: nationality != nil && stateCode(of: .nationality) == nil
        case .historicIssuingState: stateCode(of: .issuingState)?.isHistoric ?? false
        case .historicNationality: stateCode(of: .nationality)?.isHistoric ?? false
        case .specimen: [issuingState, nationality].contains(StateCode.utopia.code)
        case .nonConformingSex: sex == .nonConformingX
        case .nonStandardDocumentCode: !hasStandardDocumentCode
        case .nameTruncated: name.isPossiblyTruncated
        case .abnormalNameSeparator: name.hasAbnormalSeparator
        case .digitInName: name.hasDigit && format != .russianInternalPassport
        case .nationalNameEncoding: format == .russianInternalPassport
        case .optionalCheckDigitFiller: checkReport[.personalNumber].map { $0.holds && $0.state == .absent } ?? false
        case .longDocumentNumber: hasLongDocumentNumber
        case .compositeAbsent: format.check(.composite) == nil && !format.checks.isEmpty
        case .noCheckDigits: format.checks.isEmpty
        case .partiallyUnknownDateOfBirth: [.month, .year].contains(dateOfBirth?.precision)
        case .unknownDateOfBirth: dateOfBirth?.precision == .unknown
        // Only the picture tells.
        case .damaged, .otherTypeface, .markedLetters: false
        }
    }

    /// Whether the document code is one the standard foresees for the layout.
    package var hasStandardDocumentCode: Bool {
        let code = characters(in: format.documentCodeSpan)
        guard let first = code.first, let second = code.last else { return false }
        return format.documentCodeConforms(first: first, second: second)
    }
}
