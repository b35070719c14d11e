import MRZParsing
import Testing

@Suite("Printing without personal data")
struct PersonalDataTests {
    /// What must never be seen: name, number, birth and personal number of the specimen, also in part.
    private static let secrets = ["ERIKSSON", "ANNA", "L898902", "740812", "1974", "ZE184", "120415"]

    private func printed(_ value: some Any) -> String {
        var text = "\(value) " + String(describing: value) + String(reflecting: value)
        dump(value, to: &text)
        dump([value], to: &text)
        return text
    }

    private func expectSilence(_ value: some Any, _ location: SourceLocation = #_sourceLocation) {
        let text = printed(value)
        for secret in Self.secrets { #expect(!text.contains(secret), sourceLocation: location) }
    }

    @Test("values that hold an MRZ or a part of it")
    func values() throws {
        let mrz = try MRZ(Specimen.td3, .td3)
        let verified = try VerifiedMRZ(mrz, asOf: referenceDay)
        expectSilence(mrz)
        expectSilence(verified)
        expectSilence(mrz.lines)
        expectSilence(mrz.lines[1].characters)
        expectSilence(mrz.name)
        expectSilence(mrz.field(.documentNumber))
        expectSilence(mrz.values)
        expectSilence(mrz.dateOfBirth)
        expectSilence(mrz.dates(asOf: referenceDay))
        expectSilence(mrz.dates(asOf: referenceDay).birth?.calendarDay)
        expectSilence(mrz.checkReport)
        expectSilence(BACKeyMaterial(verified))
        expectSilence(MRZText.matches(in: Specimen.td3))
    }

    /// A type that others can see: the name of any other holds an address, in which digits of the specimen may stand.
    struct Frame {
        let number = 4
        let reading: MRZ
    }

    @Test("a stranger's type that holds one is silent too")
    func nested() throws {
        expectSilence(Frame(reading: try MRZ(Specimen.td3, .td3)))
    }

    @Test("characters tell their class only")
    func characters() throws {
        let line = try MRZLine("A7<")
        #expect(line.map(\.description) == ["letter", "digit", "filler"])
        #expect(!printed(line.characters).contains("A"))
    }

    @Test("errors hold places and lengths")
    func errors() throws {
        let damaged = Specimen.td3.replacing("740812", with: "741312")
        do {
            _ = try VerifiedMRZ(MRZ(damaged, .td3), asOf: referenceDay)
            Issue.record("an impossible date was verified")
        } catch let failure as VerificationFailure {
            expectSilence(failure)
            #expect(!failure.reasons.isEmpty)
        }
        expectSilence(MRZParsingError.lineLength(line: 0, expected: 44, actual: 45))
        #expect(
            "\(MRZParsingError.lineLength(line: 0, expected: 44, actual: 45))"
                == "Line 1 has 45 characters instead of 44.")
    }

    @Test("the explicit way shows everything")
    func expanded() throws {
        let mrz = try MRZ(Specimen.td3, .td3)
        #expect(mrz.expandedDescription == Specimen.td3)
        #expect(try VerifiedMRZ(mrz, asOf: referenceDay).expandedDescription == Specimen.td3)
        #expect(mrz.name.expandedDescription == "ERIKSSON, ANNA MARIA")
        #expect("\(mrz)" == "MRZ(TD3)")
    }
}
