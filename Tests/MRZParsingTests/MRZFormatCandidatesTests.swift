import MRZParsing
import Testing

@Suite("Which layouts can read given lines")
struct MRZFormatCandidatesTests {
    private func names(_ text: String) throws -> [String] {
        MRZFormat.candidates(for: try text.split(whereSeparator: \.isWhitespace).map { try MRZLine($0) }).map(\.name)
    }

    @Test(
        "specimens",
        arguments: [
            (Specimen.td1, ["TD1"]), (Specimen.td2, ["TD2"]), (Specimen.td3, ["TD3"]), (Specimen.mrvA, ["MRVA"]),
            (Specimen.mrvB, ["MRVB"]), (Specimen.frenchIdentityCard, ["FRA-ID", "TD2"]),
            (Specimen.frenchDrivingLicence, ["FRA-DL"]), (Specimen.swissDrivingLicence, ["CHE-DL"]),
            (Specimen.russianInternalPassport, ["RUS-PN", "TD3"]),
        ])
    func specimens(text: String, expected: [String]) throws {
        #expect(try names(text) == expected)
    }

    @Test("a passport whose lines are cut off is no card")
    func cutPassport() throws {
        let lines = Specimen.td3.split(whereSeparator: \.isWhitespace).map { $0.prefix(36) }
        #expect(try names(lines.joined(separator: "\n")).isEmpty)
    }

    @Test("a TD2 of France is told from the old French card by its check digits")
    func frenchTD2() throws {
        let mrz = try MRZ(
            printing: [
                .documentCode: "ID", .issuingState: "FRA", .primaryIdentifier: "MARTIN", .secondaryIdentifier: "ANNA",
                .documentNumber: "D23145890", .nationality: "FRA", .dateOfBirth: "740812", .sex: "F",
                .dateOfExpiry: "320415",
            ], in: .td2)
        #expect(MRZFormat.candidates(for: mrz.lines) == [.td2, .frenchIdentityCard])
    }

    @Test("document codes outside the standard", arguments: ["DP", "RP", "TR", "ME", "X<"])
    func unusualCodes(code: String) throws {
        #expect(try names(Specimen.td3.replacing("P<UTO", with: code + "UTO")) == ["TD3"])
        #expect(try names(Specimen.td1.replacing("I<UTO", with: code + "UTO")) == ["TD1"])
        #expect(try names(Specimen.td2.replacing("I<UTO", with: code + "UTO")) == ["TD2"])
    }

    @Test(
        "lines nobody prints",
        arguments: [
            "ABCDEF 123456", "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "I<UTOD231458907<<<<<<<<<<<<<<<",
            "AAA001D<< FBCHE305142128097<<800126<<<<< MUSTER<<ANNA<<<<<<<<<<<<<<<<<<", "",
            "1<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<< L898902C36UTO7408122F1204159ZE184226B<<<<<10",
        ])
    func none(text: String) throws {
        #expect(try names(text).isEmpty)
    }
}
