extension MRZFormat {
    /// Cards of the size of a bank card, 3 × 30. ICAO Doc 9303-5, 4.2.2 and 4.2.4.
    public static let td1 = MRZFormat(
        unchecked: "TD1", title: "identity card", source: "ICAO Doc 9303-5, 4.2", lineLengths: [30, 30, 30],
        documentCode: .card,
        fields: [
            MRZField(.documentCode, line: 0, 0..<2, .documentCode(.card)),
            MRZField(.issuingState, line: 0, 2..<5, .leftAligned(.lettersAndFiller)),
            MRZField(.documentNumber, line: 0, 5..<14, .leftAligned(.any)),
            MRZField(.documentNumberCheckDigit, line: 0, 14..<15, .characters(.digitsAndFiller)),
            MRZField(.optionalData, line: 0, 15..<30, .characters(.any)),
            MRZField(.dateOfBirth, line: 1, 0..<6, .date(unknownAllowed: true)),
            MRZField(.dateOfBirthCheckDigit, line: 1, 6..<7, .characters(.digits)),
            MRZField(.sex, line: 1, 7..<8, .characters(Sex.alphabet)),
            MRZField(.dateOfExpiry, line: 1, 8..<14, .date(unknownAllowed: false)),
            MRZField(.dateOfExpiryCheckDigit, line: 1, 14..<15, .characters(.digits)),
            MRZField(.nationality, line: 1, 15..<18, .characters(.lettersAndFiller)),
            MRZField(.optionalData2, line: 1, 18..<29, .characters(.any)),
            MRZField(.compositeCheckDigit, line: 1, 29..<30, .characters(.digits)),
            MRZField(.name, line: 2, 0..<30, .characters(.lettersAndFiller)),
        ],
        checks: [
            MRZCheck(
                .documentNumber, digit: MRZPosition(line: 0, column: 14), over: [MRZSpan(line: 0, 5..<14)]),
            MRZCheck(.dateOfBirth, digit: MRZPosition(line: 1, column: 6), over: [MRZSpan(line: 1, 0..<6)]),
            MRZCheck(.dateOfExpiry, digit: MRZPosition(line: 1, column: 14), over: [MRZSpan(line: 1, 8..<14)]),
            MRZCheck(
                .composite, digit: MRZPosition(line: 1, column: 29),
                over: [
                    MRZSpan(line: 0, 5..<30), MRZSpan(line: 1, 0..<7), MRZSpan(line: 1, 8..<15),
                    MRZSpan(line: 1, 18..<29),
                ]),
        ],
        numberOverflow: NumberOverflow(field: .optionalData, maximumLength: 22))
}
