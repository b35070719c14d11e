import MRZParsing
import Testing

@Suite("MRZ information for the chip")
struct BACKeyMaterialTests {
    @Test(
        "worked examples of Doc 9303-11",
        arguments: [
            ("L898902C", "690806", "940623", "L898902C<369080619406236"),
            ("D23145890734", "340712", "950712", "D23145890734934071279507122"),
            ("L898902C3", "740812", "120415", "L898902C3674081221204159"),
        ])
    func workedExamples(number: String, birth: String, expiry: String, information: String) throws {
        let material = try BACKeyMaterial(documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry)
        #expect(material.mrzInformation == information)
    }

    @Test("from a verified MRZ, short and long")
    func verified() throws {
        let td3 = try VerifiedMRZ(MRZ(Specimen.td3, .td3), asOf: referenceDay)
        #expect(BACKeyMaterial(td3)?.mrzInformation == "L898902C3674081221204159")
        let td1 = try VerifiedMRZ(MRZ(Specimen.td1Long, .td1), asOf: referenceDay)
        #expect(BACKeyMaterial(td1)?.mrzInformation == "D23145890734934071279507122")
        let inner = try MRZ(
            printing: [
                .documentCode: "P", .issuingState: "UTO", .primaryIdentifier: "ERIKSSON", .documentNumber: "AB<2134",
                .nationality: "UTO", .dateOfBirth: "7408", .dateOfExpiry: "320415",
            ], in: .td3)
        let material = try #require(BACKeyMaterial(VerifiedMRZ(inner, asOf: referenceDay)))
        #expect(material.mrzInformation.hasPrefix("AB<2134<<"))
        #expect(material.mrzInformation.dropFirst(10).hasPrefix("7408<<"))
    }

    @Test(
        "visas and national layouts have no such chip",
        arguments: [
            (Specimen.mrvA, MRZFormat.mrvA), (Specimen.frenchIdentityCard, .frenchIdentityCard),
            (Specimen.frenchDrivingLicence, .frenchDrivingLicence),
        ])
    func withoutChip(text: String, format: MRZFormat) throws {
        #expect(BACKeyMaterial(try VerifiedMRZ(MRZ(text, format), asOf: referenceDay)) == nil)
    }

    @Test("short, empty and too long input: a long number stays whole, dates do not")
    func lengths() throws {
        let usual = try BACKeyMaterial(documentNumber: "L898902C3", dateOfBirth: "690806", dateOfExpiry: "060815")
        #expect(usual.mrzInformation.count == 24 && usual.mrzInformation.hasPrefix("L898902C3"))
        let short = try BACKeyMaterial(documentNumber: "AB1234", dateOfBirth: "900101", dateOfExpiry: "300101")
        #expect(short.mrzInformation.count == 24 && short.mrzInformation.hasPrefix("AB1234<<<"))
        let empty = try BACKeyMaterial(documentNumber: "", dateOfBirth: "", dateOfExpiry: "")
        #expect(empty.mrzInformation.count == 24 && empty.mrzInformation.hasPrefix("<<<<<<<<<"))
        let long = try BACKeyMaterial(documentNumber: "AB12345678901", dateOfBirth: "9001011", dateOfExpiry: "3001011")
        let same = try BACKeyMaterial(documentNumber: "AB12345678901", dateOfBirth: "900101", dateOfExpiry: "300101")
        #expect(long.mrzInformation == same.mrzInformation && long.mrzInformation.hasPrefix("AB12345678901"))
    }

    @Test("illegal characters name the argument")
    func illegal() {
        #expect(throws: MRZParsingError.illegalCharacter(line: 1, column: 2)) {
            try BACKeyMaterial(documentNumber: "A", dateOfBirth: "90-101", dateOfExpiry: "300101")
        }
    }
}
