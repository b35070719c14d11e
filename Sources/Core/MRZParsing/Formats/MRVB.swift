extension MRZFormat {
    /// The small visa, 2 × 36. It has neither a composite digit nor one for its optional data. ICAO Doc 9303-7, 4.
    public static let mrvB = MRZFormat(
        unchecked: "MRVB", title: "small visa", source: "ICAO Doc 9303-7, 4", lineLengths: [36, 36],
        documentCode: .visa,
        fields: [
            MRZField(.documentCode, line: 0, 0..<2, .documentCode(.visa)),
            MRZField(.issuingState, line: 0, 2..<5, .leftAligned(.lettersAndFiller)),
            MRZField(.name, line: 0, 5..<36, .characters(.lettersAndFiller)),
            MRZField(.documentNumber, line: 1, 0..<9, .leftAligned(.any)),
            MRZField(.documentNumberCheckDigit, line: 1, 9..<10, .characters(.digits)),
            MRZField(.nationality, line: 1, 10..<13, .characters(.lettersAndFiller)),
            MRZField(.dateOfBirth, line: 1, 13..<19, .date(unknownAllowed: true)),
            MRZField(.dateOfBirthCheckDigit, line: 1, 19..<20, .characters(.digits)),
            MRZField(.sex, line: 1, 20..<21, .characters(Sex.alphabet)),
            MRZField(.dateOfExpiry, line: 1, 21..<27, .date(unknownAllowed: false)),
            MRZField(.dateOfExpiryCheckDigit, line: 1, 27..<28, .characters(.digits)),
            MRZField(.optionalData, line: 1, 28..<36, .characters(.any)),
        ],
        checks: [
            MRZCheck(
                .documentNumber, digit: MRZPosition(line: 1, column: 9), over: [MRZSpan(line: 1, 0..<9)]),
            MRZCheck(
                .dateOfBirth, digit: MRZPosition(line: 1, column: 19), over: [MRZSpan(line: 1, 13..<19)]),
            MRZCheck(
                .dateOfExpiry, digit: MRZPosition(line: 1, column: 27), over: [MRZSpan(line: 1, 21..<27)]),
        ])
}
