import MRZParsing
import Testing

@Suite("Reading through a layout")
struct MRZTests {
    @Test("TD3: Doc 9303-4, Appendix A")
    func td3() throws {
        let mrz = try MRZ(Specimen.td3, .td3)
        #expect(mrz.documentCode == "P")
        #expect(mrz.issuingState == "UTO")
        #expect(mrz.primaryIdentifier == "ERIKSSON")
        #expect(mrz.secondaryIdentifier == "ANNA MARIA")
        #expect(mrz.documentNumber == "L898902C3")
        #expect(mrz.nationality == "UTO")
        #expect(mrz.dateOfBirth?.expandedDescription == "740812")
        #expect(mrz.sex == .female)
        #expect(mrz.dateOfExpiry?.expandedDescription == "120415")
        #expect(mrz.personalNumber == "ZE184226B")
        #expect(mrz.field(.personalNumber)?.raw == "ZE184226B<<<<<")
        #expect(mrz.field(.name)?.raw == "ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<")
        #expect(mrz.optionalData == nil)
        #expect(mrz.dates(asOf: referenceDay).birth?.isoString == "1974-08-12")
        #expect(mrz.dates(asOf: referenceDay).expiry?.isoString == "2012-04-15")
    }

    @Test("TD1: Doc 9303-5, Appendix A")
    func td1() throws {
        let mrz = try MRZ(Specimen.td1, .td1)
        #expect(mrz.documentCode == "I")
        #expect(mrz.documentNumber == "D23145890")
        #expect(mrz.primaryIdentifier == "ERIKSSON")
        #expect(mrz.secondaryIdentifier == "ANNA MARIA")
        #expect(mrz.optionalData == "")
        #expect(mrz.optionalData2 == "")
        #expect(mrz.personalNumber == nil)
        #expect(!mrz.hasLongDocumentNumber)
    }

    /// What may stand in the place of a character, whatever its check digit says.
    @Test(arguments: [
        // No sex is an E, but F and M are; no State is UTQ.
        (1, 20, "E", false), (1, 20, "M", true), (0, 4, "Q", false), (1, 11, "1", false),
        (1, 12, "Q", false),
        // Names are of letters, dates of digits and numbers of both.
        (0, 11, "Q", true), (0, 11, "1", false), (1, 13, "9", true), (1, 13, "B", false), (1, 0, "7", true),
        // The layout has no such place.
        (0, 50, "A", false),
    ])
    func admittedCharacters(_ line: Int, _ column: Int, _ character: Character, _ isAdmitted: Bool) throws {
        let mrz = try MRZ(Specimen.td3, .td3)
        let other = try #require(MRZCharacter(character))
        #expect(mrz.admits(other, at: MRZPosition(line: line, column: column)) == isAdmitted)
    }

    /// A letter that makes another State of one is admitted: TUR of TUN, and not TUX.
    @Test func anotherState() throws {
        let mrz = try MRZ(Specimen.td3.replacing("UTOERIKSSON", with: "TUNERIKSSON"), .td3)
        let place = MRZPosition(line: 0, column: 4)
        #expect(mrz.admits(try #require(MRZCharacter("R")), at: place))
        #expect(!mrz.admits(try #require(MRZCharacter("X")), at: place))
    }

    @Test("visas: Doc 9303-7, Appendix A")
    func visas() throws {
        let large = try MRZ(Specimen.mrvA, .mrvA)
        #expect(large.optionalData == "6ZE184226B")
        #expect(large.nationality == "XXX")
        let small = try MRZ(Specimen.mrvB, .mrvB)
        #expect(small.documentNumber == "L8988901C")
        #expect(small.dateOfExpiry?.expandedDescription == "961210")
    }

    @Test("old French identity card")
    func frenchIdentityCard() throws {
        let mrz = try MRZ(Specimen.frenchIdentityCard, .frenchIdentityCard)
        #expect(mrz.documentNumber == "940992310285")
        #expect(mrz.field(.departmentOfIssue2)?.raw == "923")
        #expect(mrz.field(.sequenceNumber)?.raw == "10285")
        #expect(mrz.field(.departmentOfIssue)?.text == "")
        #expect(mrz.dateOfIssue(asOf: referenceDay)?.isoString == "1994-09")
        #expect(mrz.dateOfExpiry == nil)
        #expect(mrz.nationality == nil)
        #expect(mrz.sex == .female)
    }

    @Test("driving licences")
    func drivingLicences() throws {
        let french = try MRZ(Specimen.frenchDrivingLicence, .frenchDrivingLicence)
        #expect(french.documentNumber == "13AA00002")
        #expect(french.dates(asOf: referenceDay).expiry?.isoString == "2018-12-31")
        #expect(french.dateOfBirth == nil)
        #expect(french.sex == nil)
        let swiss = try MRZ(Specimen.swissDrivingLicence, .swissDrivingLicence)
        #expect(swiss.documentNumber == "AAA001D")
        #expect(swiss.field(.language)?.raw == "D")
        #expect(swiss.personalNumber == "305142128")
        #expect(swiss.field(.versionNumber)?.raw == "097")
        #expect(swiss.dates(asOf: referenceDay).birth?.isoString == "1980-01-26")
    }

    @Test("Germany keeps its single letter, raw and trimmed")
    func germany() throws {
        let mrz = try MRZ(
            ["P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<", "C01X00T478D<<6408125F2702283<<<<<<<<<<<<<<04"],
            format: .td3)
        #expect(mrz.issuingState == "D")
        #expect(mrz.field(.issuingState)?.raw == "D<<")
        #expect(mrz.allChecksHold)
    }

    @Test("lines of the wrong shape or alphabet do not become an MRZ")
    func structure() throws {
        #expect(throws: MRZParsingError.lineCount(expected: 2, actual: 1)) {
            try MRZ([String(repeating: "<", count: 44)], format: .td3)
        }
        #expect(throws: MRZParsingError.lineCount(expected: 3, actual: 0)) { try MRZ([MRZLine](), format: .td1) }
        #expect(throws: MRZParsingError.lineLength(line: 1, expected: 44, actual: 45)) {
            try MRZ(Specimen.td3 + "<", .td3)
        }
        #expect(throws: MRZParsingError.illegalCharacter(line: 1, column: 0)) {
            try MRZ(Specimen.td3.replacing("L898", with: "l898"), .td3)
        }
    }

    @Test("nothing but the shape is asked for: any characters are read", arguments: MRZFormat.all)
    func anythingIsRead(format: MRZFormat) throws {
        for character in MRZCharacter.all {
            let lines = format.lineLengths.map { MRZLine(Array(repeating: character, count: $0)) }
            let mrz = try MRZ(lines, format: format)
            #expect(mrz.lines == lines)
            for kind in MRZFieldKind.allCases {
                #expect(mrz.field(kind)?.characters.contains { $0 != character } != true)
            }
            #expect(throws: VerificationFailure.self) { try VerifiedMRZ(mrz, asOf: referenceDay) }
        }
    }
}
