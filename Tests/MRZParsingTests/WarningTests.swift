import MRZParsing
import Testing

@Suite("Warnings")
struct WarningTests {
    private static let clean: MRZValues = [
        .documentCode: "P", .issuingState: "ITA", .primaryIdentifier: "ROSSI", .secondaryIdentifier: "ANNA",
        .documentNumber: "L898902C3", .nationality: "ITA", .dateOfBirth: "740812", .sex: "F", .dateOfExpiry: "320415",
    ]

    @Test("nothing to say about an ordinary document")
    func clean() throws {
        #expect(try MRZ(printing: Self.clean, in: .td3).warnings(asOf: referenceDay) == [])
    }

    @Test(
        "one change, one warning",
        arguments: [
            (MRZFieldKind.dateOfExpiry, "250531", [Warning.expired]), (.dateOfExpiry, "250601", []),
            (.issuingState, "QQQ", [.unknownIssuingState]), (.nationality, "QQQ", [.unknownNationality]),
            (.nationality, "", [.unknownNationality]), (.issuingState, "SUN", [.historicIssuingState]),
            (.nationality, "ANT", [.historicNationality]), (.issuingState, "UTO", [.specimen]),
            (.nationality, "UTO", [.specimen]), (.sex, "X", [.nonConformingSex]), (.sex, "", []),
            (.documentCode, "DP", [.nonStandardDocumentCode]), (.documentCode, "PM", []),
            (.primaryIdentifier, "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFG", [.nameTruncated]),
            (.secondaryIdentifier, "ANNA<<MARIA", [.abnormalNameSeparator]),
            (.primaryIdentifier, "R0SSI", [.digitInName]),
            (.personalNumberCheckDigit, "<", [.optionalCheckDigitFiller]),
            (.dateOfBirth, "7408", [.partiallyUnknownDateOfBirth]),
            (.dateOfBirth, "74", [.partiallyUnknownDateOfBirth]),
            (.dateOfBirth, "", [.unknownDateOfBirth]),
        ])
    func changes(kind: MRZFieldKind, text: String, warnings: [Warning]) throws {
        var values = Self.clean
        values[kind] = text
        #expect(try MRZ(printing: values, in: .td3).warnings(asOf: referenceDay) == warnings)
    }

    @Test("what the layout itself lacks")
    func layouts() throws {
        #expect(try MRZ(Specimen.mrvA, .mrvA).warnings(asOf: referenceDay) == [.expired, .specimen, .compositeAbsent])
        #expect(
            try MRZ(Specimen.swissDrivingLicence, .swissDrivingLicence).warnings(asOf: referenceDay) == [.noCheckDigits]
        )
        #expect(try MRZ(Specimen.frenchIdentityCard, .frenchIdentityCard).warnings(asOf: referenceDay) == [])
    }

    @Test("a long number is worth a word")
    func longNumber() throws {
        #expect(try MRZ(Specimen.td1Long, .td1).warnings(asOf: referenceDay).contains(.longDocumentNumber))
    }

    @Test("the Cyrillic code of the Russian internal passport")
    func russianInternalPassport() throws {
        let mrz = try MRZ(Specimen.russianInternalPassport, .russianInternalPassport)
        #expect(mrz.warnings(asOf: referenceDay) == [.nationalNameEncoding])
        #expect(mrz.objections(asOf: referenceDay) == [])
    }
}
