import MRZParsing
import Testing

@Suite("Printing")
struct MRZPrintingTests {
    @Test(
        "forty invented documents of each layout: printing and reading give the same back",
        arguments: MRZFormat.all)
    func roundTrip(format: MRZFormat) throws {
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let values = MRZValues.random(in: format, using: &random)
            let printed = try MRZ(printing: values, in: format)
            #expect(printed.values == values, "seed \(seed)")
            #expect(try MRZ(printing: printed.values, in: format) == printed, "seed \(seed)")
            #expect(MRZFormat.candidates(for: printed.lines).contains(format), "seed \(seed)")
            let objections = printed.objections(asOf: referenceDay)
            #expect(objections == (format.checks.isEmpty ? [.noCheckDigits] : []), "seed \(seed)")
        }
    }

    @Test(
        "specimens survive a round trip",
        arguments: [
            (Specimen.td3, MRZFormat.td3), (Specimen.td1, .td1), (Specimen.td1Long, .td1), (Specimen.td2, .td2),
            (Specimen.mrvA, .mrvA), (Specimen.mrvB, .mrvB), (Specimen.frenchIdentityCard, .frenchIdentityCard),
            (Specimen.frenchDrivingLicence, .frenchDrivingLicence),
            (Specimen.swissDrivingLicence, .swissDrivingLicence),
        ])
    func specimens(text: String, format: MRZFormat) throws {
        let mrz = try MRZ(text, format)
        #expect(try MRZ(printing: mrz.values, in: format) == mrz)
    }

    @Test("typed values: either case, spaces for fillers")
    func typed() throws {
        let mrz = try MRZ(
            printing: [
                .documentCode: "P", .issuingState: "uto", .primaryIdentifier: "Eriksson",
                .secondaryIdentifier: "Anna Maria", .documentNumber: "L898902C3", .nationality: "UTO",
                .dateOfBirth: "740812", .sex: "F", .dateOfExpiry: "120415", .personalNumber: "ZE184226B",
            ], in: .td3)
        #expect(mrz == (try MRZ(Specimen.td3, .td3)))
    }

    @Test("a name without a primary identifier is printed all the same, and is not verified")
    func secondaryAlone() throws {
        let mrz = try MRZ(printing: [.documentCode: "P", .secondaryIdentifier: "Anna"], in: .td3)
        #expect(mrz.secondaryIdentifier == "ANNA" && mrz.primaryIdentifier.isEmpty)
        #expect(mrz.objections(asOf: referenceDay).contains { $0.code == "emptyField" })
    }

    @Test("what cannot be printed")
    func errors() {
        #expect(throws: MRZPrintingError.tooLong(.documentNumber, length: 10, limit: 9)) {
            try MRZ(printing: [.documentNumber: "1234567890"], in: .td3)
        }
        #expect(throws: MRZPrintingError.tooLong(.documentNumber, length: 23, limit: 22)) {
            try MRZ(printing: [.documentNumber: "12345678901234567890123"], in: .td1)
        }
        #expect(throws: MRZPrintingError.tooLong(.name, length: 32, limit: 31)) {
            try MRZ(
                printing: [.primaryIdentifier: "ABCDEFGHIJKLMNOPQRST", .secondaryIdentifier: "ABCDEFGHIJ"], in: .td2)
        }
        #expect(throws: MRZPrintingError.illegalCharacter(.primaryIdentifier, offset: 1)) {
            try MRZ(printing: [.primaryIdentifier: "JÖRG"], in: .td3)
        }
        #expect(throws: MRZPrintingError.noSuchField(.optionalData2)) {
            try MRZ(printing: [.optionalData2: "A"], in: .td3)
        }
    }
}
