import MRZParsing
import Testing

@Suite("Assurance")
struct AssuranceTests {
    @Test(
        "what protects each field",
        arguments: [
            (MRZFormat.td3, MRZFieldKind.documentNumber, Assurance.ownCheckDigit), (.td3, .dateOfBirth, .ownCheckDigit),
            (.td3, .personalNumber, .ownCheckDigit), (.td3, .documentNumberCheckDigit, .composite),
            (.td3, .name, .none),
            (.td3, .sex, .none), (.td3, .nationality, .none), (.td3, .issuingState, .none),
            (.td1, .optionalData, .composite), (.td1, .optionalData2, .composite), (.td1, .name, .none),
            (.td2, .optionalData, .composite), (.mrvA, .optionalData, .none), (.mrvA, .documentNumber, .ownCheckDigit),
            (.mrvA, .documentNumberCheckDigit, .none), (.frenchIdentityCard, .primaryIdentifier, .composite),
            (.frenchIdentityCard, .sex, .composite), (.frenchIdentityCard, .sequenceNumber, .ownCheckDigit),
            (.frenchDrivingLicence, .dateOfExpiry, .composite), (.frenchDrivingLicence, .issuingState, .ownCheckDigit),
            (.swissDrivingLicence, .documentNumber, .none),
        ])
    func fields(format: MRZFormat, kind: MRZFieldKind, assurance: Assurance) {
        #expect(format.assurance(of: kind) == assurance)
    }

    @Test("a field the layout lacks has no assurance")
    func absentField() {
        #expect(MRZFormat.td3.assurance(of: .optionalData2) == nil)
    }

    @Test("in a document, only digits that are printed and right protect")
    func document() throws {
        let holding = try MRZ(printing: [.documentNumber: "L898902C3", .personalNumberCheckDigit: "<"], in: .td3)
        #expect(holding.assurance(of: .documentNumber) == .ownCheckDigit)
        #expect(holding.assurance(of: .personalNumber) == .composite)
        let wrong = try MRZ(printing: [.documentNumber: "L898902C3", .documentNumberCheckDigit: "0"], in: .td3)
        #expect(wrong.assurance(of: .documentNumber) == .composite)
        let hopeless = try MRZ(
            printing: [.documentNumber: "L898902C3", .documentNumberCheckDigit: "0", .compositeCheckDigit: "<"],
            in: .td3)
        #expect(hopeless.assurance(of: .documentNumber) == Assurance.none)
    }

    @Test("blind twins stay in the alphabet of the place")
    func blindTwins() throws {
        let td3 = MRZFormat.td3
        let six = try #require(MRZCharacter("6"))
        #expect(td3.blindTwins(of: six, at: MRZPosition(line: 1, column: 0)).description == "GQ")
        #expect(td3.blindLookAlikes(of: six, at: MRZPosition(line: 1, column: 0)).description == "G")
        #expect(td3.blindTwins(of: six, at: MRZPosition(line: 1, column: 14)).isEmpty)
        #expect(td3.blindTwins(of: .filler, at: MRZPosition(line: 0, column: 30)).description == "AKU")
        #expect(td3.blindLookAlikes(of: .filler, at: MRZPosition(line: 0, column: 30)).description == "AK")
    }

    @Test("where a document can be misread unnoticed")
    func blindSpots() throws {
        let mrz = try MRZ(printing: [.documentNumber: "L898902C3", .dateOfBirth: "681216"], in: .td3)
        #expect(mrz.blindSpots(of: .documentNumber).map(\.column) == [0, 1, 3, 5])
        #expect(mrz.blindSpots(of: .dateOfBirth).isEmpty)
    }

    @Test("the order")
    func order() {
        #expect(Assurance.none < .composite)
        #expect(Assurance.composite < .ownCheckDigit)
    }
}
