extension MRZFormat {
    /// Larger cards, 2 × 36. ICAO Doc 9303-6, 4.2.2 and 4.2.4.
    public static let td2 = MRZFormat(
        unchecked: "TD2", title: "larger identity card", source: "ICAO Doc 9303-6, 4.2", lineLengths: [36, 36],
        documentCode: .largeCard,
        fields: [
            MRZField(.documentCode, line: 0, 0..<2, .documentCode(.largeCard)),
            MRZField(.issuingState, line: 0, 2..<5, .leftAligned(.lettersAndFiller)),
            MRZField(.name, line: 0, 5..<36, .characters(.lettersAndFiller)),
            MRZField(.documentNumber, line: 1, 0..<9, .leftAligned(.any)),
            MRZField(.documentNumberCheckDigit, line: 1, 9..<10, .characters(.digitsAndFiller)),
            MRZField(.nationality, line: 1, 10..<13, .characters(.lettersAndFiller)),
            MRZField(.dateOfBirth, line: 1, 13..<19, .date(unknownAllowed: true)),
            MRZField(.dateOfBirthCheckDigit, line: 1, 19..<20, .characters(.digits)),
            MRZField(.sex, line: 1, 20..<21, .characters(Sex.alphabet)),
            MRZField(.dateOfExpiry, line: 1, 21..<27, .date(unknownAllowed: false)),
            MRZField(.dateOfExpiryCheckDigit, line: 1, 27..<28, .characters(.digits)),
            MRZField(.optionalData, line: 1, 28..<35, .characters(.any)),
            MRZField(.compositeCheckDigit, line: 1, 35..<36, .characters(.digits)),
        ],
        checks: [
            MRZCheck(
                .documentNumber, digit: MRZPosition(line: 1, column: 9), over: [MRZSpan(line: 1, 0..<9)]),
            MRZCheck(
                .dateOfBirth, digit: MRZPosition(line: 1, column: 19), over: [MRZSpan(line: 1, 13..<19)]),
            MRZCheck(
                .dateOfExpiry, digit: MRZPosition(line: 1, column: 27), over: [MRZSpan(line: 1, 21..<27)]),
            MRZCheck(
                .composite, digit: MRZPosition(line: 1, column: 35),
                over: [MRZSpan(line: 1, 0..<10), MRZSpan(line: 1, 13..<20), MRZSpan(line: 1, 21..<35)]),
        ],
        numberOverflow: NumberOverflow(field: .optionalData, maximumLength: 14))
}
