extension MRZFormat {
    /// The Russian internal passport, 2 × 44. Its name is in a code for Cyrillic letters, with the digits 2 to 4 and 6
    /// to 9; it does not expire; the optional data are the fourth digit of the series, the day of issue and the issuing
    /// office. National layout, known from specimens.
    public static let russianInternalPassport = MRZFormat(
        unchecked: "RUS-PN", title: "Russian internal passport", source: "specimens of the issuer",
        lineLengths: [44, 44],
        documentCode: .exactly("PN"),
        fields: [
            MRZField(.documentCode, line: 0, 0..<2, .oneOf([[MRZCharacter](literal: "PN")])),
            MRZField(.issuingState, line: 0, 2..<5, .oneOf([[MRZCharacter](literal: "RUS")])),
            MRZField(
                .name, line: 0, 5..<44, .characters(.lettersAndFiller.union(MRZAlphabet(literal: "2346789")))),
            MRZField(.documentNumber, line: 1, 0..<9, .characters(.digits)),
            MRZField(.documentNumberCheckDigit, line: 1, 9..<10, .characters(.digits)),
            MRZField(.nationality, line: 1, 10..<13, .characters(.lettersAndFiller)),
            MRZField(.dateOfBirth, line: 1, 13..<19, .date(unknownAllowed: false)),
            MRZField(.dateOfBirthCheckDigit, line: 1, 19..<20, .characters(.digits)),
            MRZField(.sex, line: 1, 20..<21, .characters(Sex.alphabet)),
            MRZField(.dateOfExpiry, line: 1, 21..<27, .date(unknownAllowed: true)),
            MRZField(.dateOfExpiryCheckDigit, line: 1, 27..<28, .characters(.digitsAndFiller)),
            MRZField(.personalNumber, line: 1, 28..<42, .characters(.digitsAndFiller)),
            MRZField(.personalNumberCheckDigit, line: 1, 42..<43, .characters(.digits)),
            MRZField(.compositeCheckDigit, line: 1, 43..<44, .characters(.digits)),
        ],
        checks: [
            MRZCheck(
                .documentNumber, digit: MRZPosition(line: 1, column: 9), over: [MRZSpan(line: 1, 0..<9)]),
            MRZCheck(
                .dateOfBirth, digit: MRZPosition(line: 1, column: 19), over: [MRZSpan(line: 1, 13..<19)]),
            MRZCheck(
                .dateOfExpiry, digit: MRZPosition(line: 1, column: 27), over: [MRZSpan(line: 1, 21..<27)],
                fillerAllowed: true),
            MRZCheck(
                .personalNumber, digit: MRZPosition(line: 1, column: 42), over: [MRZSpan(line: 1, 28..<42)]),
            MRZCheck(
                .composite, digit: MRZPosition(line: 1, column: 43),
                over: [MRZSpan(line: 1, 0..<10), MRZSpan(line: 1, 13..<20), MRZSpan(line: 1, 21..<43)]),
        ])
}
