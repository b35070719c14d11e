extension MRZFormat {
    /// Passports, 2 × 44. A number longer than 9 has no rule here. ICAO Doc 9303-4, 4.2.2 and 4.2.4.
    public static let td3 = MRZFormat(
        unchecked: "TD3", title: "passport booklet", source: "ICAO Doc 9303-4, 4.2", lineLengths: [44, 44],
        documentCode: .passport,
        fields: [
            MRZField(.documentCode, line: 0, 0..<2, .documentCode(.passport)),
            MRZField(.issuingState, line: 0, 2..<5, .leftAligned(.lettersAndFiller)),
            MRZField(.name, line: 0, 5..<44, .characters(.lettersAndFiller)),
            MRZField(.documentNumber, line: 1, 0..<9, .leftAligned(.any)),
            MRZField(.documentNumberCheckDigit, line: 1, 9..<10, .characters(.digits)),
            MRZField(.nationality, line: 1, 10..<13, .characters(.lettersAndFiller)),
            MRZField(.dateOfBirth, line: 1, 13..<19, .date(unknownAllowed: true)),
            MRZField(.dateOfBirthCheckDigit, line: 1, 19..<20, .characters(.digits)),
            MRZField(.sex, line: 1, 20..<21, .characters(Sex.alphabet)),
            MRZField(.dateOfExpiry, line: 1, 21..<27, .date(unknownAllowed: false)),
            MRZField(.dateOfExpiryCheckDigit, line: 1, 27..<28, .characters(.digits)),
            MRZField(.personalNumber, line: 1, 28..<42, .characters(.any)),
            MRZField(.personalNumberCheckDigit, line: 1, 42..<43, .characters(.digitsAndFiller)),
            MRZField(.compositeCheckDigit, line: 1, 43..<44, .characters(.digits)),
        ],
        checks: [
            MRZCheck(
                .documentNumber, digit: MRZPosition(line: 1, column: 9), over: [MRZSpan(line: 1, 0..<9)]),
            MRZCheck(
                .dateOfBirth, digit: MRZPosition(line: 1, column: 19), over: [MRZSpan(line: 1, 13..<19)]),
            MRZCheck(
                .dateOfExpiry, digit: MRZPosition(line: 1, column: 27), over: [MRZSpan(line: 1, 21..<27)]),
            MRZCheck(
                .personalNumber, digit: MRZPosition(line: 1, column: 42), over: [MRZSpan(line: 1, 28..<42)],
                fillerAllowed: true),
            MRZCheck(
                .composite, digit: MRZPosition(line: 1, column: 43),
                over: [MRZSpan(line: 1, 0..<10), MRZSpan(line: 1, 13..<20), MRZSpan(line: 1, 21..<43)]),
        ])
}
