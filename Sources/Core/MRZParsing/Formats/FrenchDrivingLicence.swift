extension MRZFormat {
    /// The French driving licence, 1 × 30: a number, an expiry and the beginning of a surname; no birth, no sex.
    /// National layout, known from specimens.
    public static let frenchDrivingLicence = MRZFormat(
        unchecked: "FRA-DL", title: "French driving licence", source: "specimens of the issuer", lineLengths: [30],
        documentCode: .exactly("D1"),
        fields: [
            MRZField(.documentCode, line: 0, 0..<2, .oneOf([[MRZCharacter](literal: "D1")])),
            MRZField(.issuingState, line: 0, 2..<5, .oneOf([[MRZCharacter](literal: "FRA")])),
            MRZField(.documentNumber, line: 0, 5..<14, .leftAligned(.any)),
            MRZField(.documentNumberCheckDigit, line: 0, 14..<15, .characters(.digits)),
            MRZField(.dateOfExpiry, line: 0, 15..<21, .date(unknownAllowed: false)),
            MRZField(.primaryIdentifier, line: 0, 21..<29, .characters(.lettersAndFiller)),
            MRZField(.compositeCheckDigit, line: 0, 29..<30, .characters(.digits)),
        ],
        checks: [
            MRZCheck(
                .documentNumber, digit: MRZPosition(line: 0, column: 14), over: [MRZSpan(line: 0, 0..<14)]),
            MRZCheck(.composite, digit: MRZPosition(line: 0, column: 29), over: [MRZSpan(line: 0, 0..<29)]),
        ])
}
