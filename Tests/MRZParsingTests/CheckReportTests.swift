import MRZParsing
import Testing

@Suite("Check report")
struct CheckReportTests {
    @Test(
        "specimens hold, digit by digit",
        arguments: [
            (Specimen.td3, MRZFormat.td3, [6, 2, 9, 1, 0]), (Specimen.td1, .td1, [7, 2, 9, 6]),
            (Specimen.td1Long, .td1, [9, 7, 2, 2]), (Specimen.td2, .td2, [7, 2, 9, 6]),
            (Specimen.mrvA, .mrvA, [4, 2, 9]), (Specimen.mrvB, .mrvB, [4, 2, 9]),
            (Specimen.frenchIdentityCard, .frenchIdentityCard, [4, 8, 4]),
            (Specimen.frenchDrivingLicence, .frenchDrivingLicence, [6, 9]),
            (Specimen.swissDrivingLicence, .swissDrivingLicence, []),
        ])
    func specimens(text: String, format: MRZFormat, digits: [Int]) throws {
        let report = try MRZ(text, format).checkReport
        #expect(report.results.map(\.expected.value) == digits)
        #expect(report.results.allSatisfy { $0.state == .valid })
        #expect(report.results.allSatisfy { $0.holds })
    }

    @Test("a filler for the digit of an empty personal number holds, of a filled one does not")
    func optionalFiller() throws {
        let empty = try MRZ(printing: [.personalNumberCheckDigit: "<"], in: .td3)
        #expect(empty.checkReport[.personalNumber]?.state == .absent)
        #expect(empty.checkReport[.personalNumber]?.holds == true)
        let filled = try MRZ(printing: [.personalNumber: "A1", .personalNumberCheckDigit: "<"], in: .td3)
        #expect(filled.checkReport[.personalNumber]?.state == .absent)
        #expect(filled.checkReport[.personalNumber]?.holds == false)
    }

    @Test(
        "no other digit may be a filler",
        arguments: [
            MRZFieldKind.documentNumberCheckDigit, .dateOfBirthCheckDigit, .dateOfExpiryCheckDigit,
            .compositeCheckDigit,
        ])
    func fillerElsewhere(kind: MRZFieldKind) throws {
        let mrz = try MRZ(printing: [.documentCode: "P", kind: "<"], in: .td3)
        let result = try #require(mrz.checkReport.results.first { $0.kind.digitField == kind })
        #expect(result.state == .absent)
        #expect(!result.holds)
    }

    /// The common sample of the bridge's peers: number and birth are right, expiry and composite are not.
    @Test("a sample with two wrong digits is read, and the two are named")
    func wrongDigits() throws {
        let mrz = try MRZ(
            ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO6908061F0608156<<<<<<<<<<<<<<04"],
            format: .td3)
        let report = mrz.checkReport
        #expect(report.results.filter { !$0.holds }.map(\.kind) == [.dateOfExpiry, .composite])
        #expect(report[.dateOfExpiry]?.expected.value == 2)
        #expect(report[.dateOfExpiry]?.actual.digit == 6)
        #expect(report[.composite]?.expected.value == 2)
        #expect(mrz.primaryIdentifier == "ERIKSSON")
        #expect(mrz.documentNumber == "L898902C3")
    }

    @Test("covered fields")
    func coveredFields() throws {
        let report = try MRZ(Specimen.td1Long, .td1).checkReport
        #expect(report[.documentNumber]?.coveredFields == [.documentNumber, .optionalData])
        #expect(report[.composite]?.coveredFields.contains(.nationality) == false)
        #expect(report[.composite]?.coveredFields.contains(.optionalData2) == true)
    }
}
