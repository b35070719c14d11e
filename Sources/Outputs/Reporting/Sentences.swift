import MRZParsing
import Scanning

extension UnverifiedReason {
    /// For people: `composite check digit (line 2, column 44): expected 4, read 7`.
    package var sentence: String {
        let subject = [label, position.map { "(line \($0.line + 1), column \($0.column + 1))" }]
            .compactMap(\.self).joined(separator: " ")
        return subject.isEmpty ? complaint : "\(subject): \(complaint)"
    }

    private var complaint: String {
        if let digits { return "expected \(digits.expected), read \([digits.actual].text)" }
        return switch code {
        case "illegalCharacter": "a character that cannot stand there"
        case "impossibleDate": "no date of the calendar"
        case "unknownExpiry": "must be known"
        case "fixedText": "not the text of this layout"
        case "documentCode": "not a document of this layout"
        case "emptyField": "empty"
        case "noCheckDigits": "this layout has no check digit, so nothing in it can be verified"
        case "gap": "nothing could be read"
        case "unsureGlyph": "not read surely enough"
        case "ambiguousGlyph": "may be a look-alike that the check digits admit as well"
        case "disputedGlyph": "two recognisers read different characters, and no check digit tells them apart"
        case "decidedByCheckDigit": "only a check digit decided between two readings"
        case "weakEvidence": "too little was seen of it, or its characters do not stand where those of an MRZ do"
        case "incompleteZone": "the lines may go on where the picture, or what lies over them, ends"
        case "unknownState": "no table has this code"
        case "obscuredGlyph": "the picture does not show this character whole and clean"
        case "printBeyond": "print goes on beyond the columns of this layout"
        case "mixedPrint": "the lines are not one print on one paper"
        case "tooSmallPrint": "the characters are too small to be told apart"
        case "tooFaintPrint": "the print is hardly darker than its paper"
        case "otherTypeface": "the print is no OCR-B, and nobody has measured how surely its characters are told apart"
        case "damagedInput":
            "the file is damaged, or other programs may show it otherwise: other characters may stand there"
        default: code
        }
    }
}

extension Repair {
    /// For people: `line 2, column 5: read O, used 0 (alphabet of the field)`.
    var sentence: String {
        let why =
            switch reason {
            case .alphabet: "alphabet of the field"
            case .checkDigit: "check digits"
            case .gap: "nothing was read"
            }
        let read = read.map { "read \([$0].text), " } ?? ""
        return "line \(position.line + 1), column \(position.column + 1): \(read)used \([used].text) (\(why))"
    }
}

extension Warning {
    /// For people.
    var sentence: String {
        switch self {
        case .expired: "expired"
        case .unknownIssuingState: "no state or organisation has the issuer's code"
        case .unknownNationality: "no state has the code of the nationality"
        case .historicIssuingState: "the issuer's code is only on old documents"
        case .historicNationality: "the code of the nationality is only on old documents"
        case .specimen: "a specimen: nobody's document"
        case .nonConformingSex: "X for the sex, where an MRZ has <"
        case .nonStandardDocumentCode: "a document type that the standard does not foresee"
        case .nameTruncated: "the name fills its field and may have been cut off"
        case .abnormalNameSeparator: "fillers in the name where no part of it ends"
        case .digitInName: "a digit in the name"
        case .nationalNameEncoding: "the name is in a national code, not as it is written"
        case .optionalCheckDigitFiller: "no check digit for the empty personal number, which is allowed"
        case .longDocumentNumber: "the document number goes on in the optional data"
        case .compositeAbsent: "this layout has no composite check digit"
        case .noCheckDigits: "this layout has no check digit"
        case .partiallyUnknownDateOfBirth: "day or month of birth are unknown"
        case .unknownDateOfBirth: "the date of birth is unknown"
        case .damaged: "the file of the picture is damaged, or other programs may show it otherwise"
        case .otherTypeface: "printed in another typeface than OCR-B"
        case .markedLetters: "letters with marks above or below them, read as the letters without"
        }
    }
}
