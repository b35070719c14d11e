extension MRZFormat {
    /// The French identity card of 1988 to 2021, 2 × 36: no expiry, no nationality, a composite over everything.
    ///
    /// It shares its shape and its `ID` with TD2; only the check digits tell them apart. Its document number is the
    /// twelve characters of issue month, department and running number. National layout, known from specimens.
    public static let frenchIdentityCard = MRZFormat(
        unchecked: "FRA-ID", title: "French identity card, 1988 to 2021", source: "specimens of the issuer",
        lineLengths: [36, 36],
        documentCode: .exactly("ID"),
        fields: [
            MRZField(.documentCode, line: 0, 0..<2, .oneOf([[MRZCharacter](literal: "ID")])),
            MRZField(.issuingState, line: 0, 2..<5, .oneOf([[MRZCharacter](literal: "FRA")])),
            MRZField(.primaryIdentifier, line: 0, 5..<30, .characters(.lettersAndFiller)),
            MRZField(.departmentOfIssue, line: 0, 30..<33, .characters(.any)),
            MRZField(.officeOfIssue, line: 0, 33..<36, .characters(.any)),
            MRZField(
                .documentNumber, line: 1, 0..<12, .characters(.alphanumeric),
                parts: [
                    MRZField(.dateOfIssue, line: 1, 0..<4, .yearAndMonth),
                    MRZField(.departmentOfIssue2, line: 1, 4..<7, .characters(.alphanumeric)),
                    MRZField(.sequenceNumber, line: 1, 7..<12, .characters(.digits)),
                ]),
            MRZField(.documentNumberCheckDigit, line: 1, 12..<13, .characters(.digits)),
            MRZField(.secondaryIdentifier, line: 1, 13..<27, .characters(.lettersAndFiller)),
            MRZField(.dateOfBirth, line: 1, 27..<33, .date(unknownAllowed: true)),
            MRZField(.dateOfBirthCheckDigit, line: 1, 33..<34, .characters(.digits)),
            MRZField(.sex, line: 1, 34..<35, .characters(Sex.alphabet)),
            MRZField(.compositeCheckDigit, line: 1, 35..<36, .characters(.digits)),
        ],
        checks: [
            MRZCheck(
                .documentNumber, digit: MRZPosition(line: 1, column: 12), over: [MRZSpan(line: 1, 0..<12)]),
            MRZCheck(
                .dateOfBirth, digit: MRZPosition(line: 1, column: 33), over: [MRZSpan(line: 1, 27..<33)]),
            MRZCheck(
                .composite, digit: MRZPosition(line: 1, column: 35),
                over: [MRZSpan(line: 0, 0..<36), MRZSpan(line: 1, 0..<35)]),
        ])
}
