import MRZParsing
import Testing

@Suite("Conformance: 38 valid and 10 invalid MRZs")
struct ConformanceTests {
    @Test("the table is whole")
    func counts() {
        #expect(ConformanceVectors.valid.count == 38)
        #expect(ConformanceVectors.invalid.count == 10)
    }

    /// The Swiss licence prints no check digit: it is read without an objection to its content and never verified.
    @Test("accepted and read", arguments: ConformanceVectors.valid)
    func valid(vector: ConformanceVectors.Valid) throws {
        let lines = try vector.lines.map { try MRZLine($0) }
        let format = try #require(MRZFormat.candidates(for: lines).first)
        #expect(format.name == vector.format)
        let mrz = try MRZ(lines, format: format)
        #expect(mrz.documentNumber == vector.documentNumber)
        #expect(mrz.primaryIdentifier == vector.primaryIdentifier)
        #expect(mrz.secondaryIdentifier == vector.secondaryIdentifier)
        #expect(mrz.allChecksHold)
        if format == .swissDrivingLicence {
            #expect(mrz.objections(asOf: referenceDay) == [.noCheckDigits])
        } else {
            #expect(try VerifiedMRZ(mrz, asOf: referenceDay).mrz == mrz)
        }
    }

    @Test("refused", arguments: ConformanceVectors.invalid)
    func invalid(vector: ConformanceVectors.Invalid) throws {
        guard vector.reason != "noLayout" else {
            #expect(throws: MRZParsingError.self) { try MRZ(vector.lines, format: .td3) }
            #expect(MRZText.matches(in: vector.lines.joined(separator: "\n")).isEmpty)
            return
        }
        let lines = try vector.lines.map { try MRZLine($0) }
        let format = try #require(MRZFormat.candidates(for: lines).first)
        let mrz = try MRZ(lines, format: format)
        let failure = #expect(throws: VerificationFailure.self) { try VerifiedMRZ(mrz, asOf: referenceDay) }
        #expect(failure?.reasons.map(\.code).contains(vector.reason) == true)
    }
}
