extension MRZFormat {
    /// The Swiss and Liechtenstein driving licence, 9 / 30 / 30. It has no check digit at all, so nothing in it can be
    /// verified. National layout, known from specimens.
    public static let swissDrivingLicence = MRZFormat(
        unchecked: "CHE-DL", title: "Swiss or Liechtenstein driving licence", source: "specimens of the issuer",
        lineLengths: [9, 30, 30],
        documentCode: .exactly("FA"),
        fields: [
            MRZField(
                .documentNumber, line: 0, 0..<9, .characters(.any),
                parts: [
                    MRZField(
                        .blankNumber, line: 0, 0..<6,
                        .columns([.letters, .letters, .letters, .digits, .digits, .digits])),
                    MRZField(.language, line: 0, 6..<7, .characters(.letters)),
                    MRZField(.filler, line: 0, 7..<9, .characters(.filler)),
                ]),
            MRZField(.documentCode, line: 1, 0..<2, .oneOf([[MRZCharacter](literal: "FA")])),
            MRZField(
                .issuingState, line: 1, 2..<5,
                .oneOf([[MRZCharacter](literal: "CHE"), [MRZCharacter](literal: "LIE")])),
            MRZField(.personalNumber, line: 1, 5..<14, .characters(.digits)),
            MRZField(.versionNumber, line: 1, 14..<17, .characters(.digits)),
            MRZField(.filler2, line: 1, 17..<19, .characters(.filler)),
            MRZField(.dateOfBirth, line: 1, 19..<25, .date(unknownAllowed: true)),
            MRZField(.filler3, line: 1, 25..<30, .characters(.filler)),
            MRZField(.name, line: 2, 0..<30, .characters(.lettersAndFiller)),
        ],
        checks: [])
}
