import MRZParsing
import Testing

@Suite("Verification")
struct VerifiedMRZTests {
    private func objections(_ change: (inout MRZValues) -> Void) throws -> [VerificationFailure.Reason] {
        var values = try MRZ(Specimen.td3, .td3).values
        change(&values)
        return try MRZ(printing: values, in: .td3).objections(asOf: referenceDay)
    }

    @Test(
        "specimens with check digits are verified",
        arguments: [
            (Specimen.td3, MRZFormat.td3), (Specimen.td1, .td1), (Specimen.td1Long, .td1), (Specimen.td2, .td2),
            (Specimen.mrvA, .mrvA), (Specimen.mrvB, .mrvB), (Specimen.frenchIdentityCard, .frenchIdentityCard),
            (Specimen.frenchDrivingLicence, .frenchDrivingLicence),
        ])
    func specimens(text: String, format: MRZFormat) throws {
        let mrz = try MRZ(text, format)
        #expect(try VerifiedMRZ(mrz, asOf: referenceDay).mrz == mrz)
    }

    @Test("a layout without check digits is never verified")
    func noCheckDigits() throws {
        let mrz = try MRZ(Specimen.swissDrivingLicence, .swissDrivingLicence)
        let failure = #expect(throws: VerificationFailure.self) { try VerifiedMRZ(mrz, asOf: referenceDay) }
        #expect(failure?.reasons == [.noCheckDigits])
    }

    @Test("every wrong check digit is named with its place")
    func checkDigits() throws {
        #expect(
            try objections { $0[.dateOfBirthCheckDigit] = "3" } == [
                .checkDigit(.dateOfBirth, at: MRZPosition(line: 1, column: 19), .invalid)
            ])
        #expect(
            try objections { $0[.compositeCheckDigit] = "1" } == [
                .checkDigit(.composite, at: MRZPosition(line: 1, column: 43), .invalid)
            ])
    }

    @Test("dates must exist")
    func dates() throws {
        let birth = MRZSpan(line: 1, 13..<19)
        let expiry = MRZSpan(line: 1, 21..<27)
        #expect(try objections { $0[.dateOfBirth] = "741312" } == [.impossibleDate(.dateOfBirth, at: birth)])
        #expect(try objections { $0[.dateOfBirth] = "740231" } == [.impossibleDate(.dateOfBirth, at: birth)])
        #expect(try objections { $0[.dateOfExpiry] = "290229" } == [.impossibleDate(.dateOfExpiry, at: expiry)])
        #expect(try objections { $0[.dateOfExpiry] = nil } == [.unknownExpiry(at: expiry)])
        #expect(try objections { $0[.dateOfExpiry] = "2904" } == [.unknownExpiry(at: expiry)])
        #expect(try objections { $0[.dateOfBirth] = "74<<12" } == [.impossibleDate(.dateOfBirth, at: birth)])
    }

    @Test("unknown parts of a birth are no objection", arguments: ["7408", "74", ""])
    func unknownBirth(text: String) throws {
        #expect(try objections { $0[.dateOfBirth] = text } == [])
    }

    @Test(
        "characters outside their field's alphabet",
        arguments: [
            (MRZFieldKind.primaryIdentifier, "ER1KSSON", MRZFieldKind.name, MRZPosition(line: 0, column: 7)),
            (.sex, "Z", .sex, MRZPosition(line: 1, column: 20)),
            (.nationality, "UT0", .nationality, MRZPosition(line: 1, column: 12)),
            (.issuingState, "0TO", .issuingState, MRZPosition(line: 0, column: 2)),
            (.documentCode, "P1", .documentCode, MRZPosition(line: 0, column: 1)),
        ])
    func alphabets(kind: MRZFieldKind, text: String, field: MRZFieldKind, position: MRZPosition) throws {
        #expect(try objections { $0[kind] = text }.contains(.illegalCharacter(field, at: position)))
    }

    @Test("fields that must say something")
    func emptyFields() throws {
        #expect(
            try objections { $0[.documentNumber] = nil } == [.emptyField(.documentNumber, at: MRZSpan(line: 1, 0..<9))])
        #expect(
            try objections { $0[.issuingState] = nil } == [.emptyField(.issuingState, at: MRZSpan(line: 0, 2..<5))])
        #expect(
            try objections { $0[.primaryIdentifier] = "" }
                == [.emptyField(.primaryIdentifier, at: MRZSpan(line: 0, 5..<44))])
    }

    @Test("a visa's letter does not make a passport")
    func documentCode() throws {
        #expect(try objections { $0[.documentCode] = "V" } == [.documentCode(at: MRZSpan(line: 0, 0..<2))])
    }

    @Test("the fixed texts of national layouts")
    func fixedTexts() throws {
        let lines = Specimen.frenchDrivingLicence.replacing("FRA", with: "FRB")
        let reasons = try MRZ(lines, .frenchDrivingLicence).objections(asOf: referenceDay)
        #expect(reasons.contains(.fixedText(.issuingState, at: MRZSpan(line: 0, 2..<5))))
        let licence = try MRZ(
            Specimen.swissDrivingLicence.replacing("CHE", with: "LIE"), .swissDrivingLicence)
        #expect(licence.objections(asOf: referenceDay) == [.noCheckDigits])
        let other = try MRZ(Specimen.swissDrivingLicence.replacing("CHE", with: "CIE"), .swissDrivingLicence)
        #expect(
            other.objections(asOf: referenceDay) == [
                .noCheckDigits, .fixedText(.issuingState, at: MRZSpan(line: 1, 2..<5)),
            ])
    }

    /// Likelier misread, or made up, than new: in texts as in pictures.
    @Test("a State that no table has, as the issuer and as the nationality")
    func unknownStates() throws {
        #expect(
            try objections { $0[.issuingState] = "QQQ" } == [.unknownState(.issuingState, at: MRZSpan(line: 0, 2..<5))])
        #expect(
            try objections { $0[.nationality] = "QQQ" } == [.unknownState(.nationality, at: MRZSpan(line: 1, 10..<13))])
    }

    @Test("oddities that are only warned of")
    func warningsDoNotRefuse() throws {
        #expect(try objections { $0[.sex] = "X" } == [])
        #expect(try objections { $0[.documentCode] = "DP" } == [])
    }

    /// `A` and `<` are the same to every digit, so that only the layout can refuse this.
    @Test("a number or an issuer that does not begin in the first column")
    func leftAligned() throws {
        #expect(
            try objections { $0[.documentNumber] = "<1234" } == [
                .illegalCharacter(.documentNumber, at: MRZPosition(line: 1, column: 0))
            ])
        #expect(
            try objections { $0[.issuingState] = "<TO" } == [
                .illegalCharacter(.issuingState, at: MRZPosition(line: 0, column: 2))
            ])
    }

    @Test(
        "wherever a digit covers, an exchange it can see is refused",
        arguments: MRZFormat.all.filter { !$0.checks.isEmpty })
    func seenExchanges(format: MRZFormat) throws {
        var random = SplitMix64(seed: 7)
        let mrz = try MRZ(printing: .random(in: format, using: &random), in: format)
        var accepted: [MRZPosition] = []
        for position in Set(mrz.checks.flatMap(\.covered)) {
            let right = mrz.character(at: position)
            for wrong in MRZCharacter.all where !CheckDigit.blindClass(of: right).contains(wrong) {
                var lines = mrz.lines.map(\.characters)
                lines[position.line][position.column] = wrong
                let read = try MRZ(lines.map { MRZLine($0) }, format: format)
                if read.objections(asOf: referenceDay).isEmpty { accepted.append(position) }
            }
        }
        #expect(accepted.isEmpty)
    }
}
