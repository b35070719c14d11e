import MRZParsing
import Testing

@Suite("Codes of States and organisations")
struct StateCodeTests {
    @Test("ISO 3166-1 is whole and nothing occurs twice")
    func whole() {
        #expect(StateCode.all.filter { $0.status == .country }.count == 249 + 1)
        #expect(Set(StateCode.all.map(\.code)).count == StateCode.all.count)
        #expect(StateCode.all.allSatisfy { !$0.name.isEmpty && ($0.code.count == 3 || $0.code == "D") })
    }

    @Test(
        "codes of Doc 9303-3, 5 beyond ISO, and old ones",
        arguments: [
            ("D", StateCode.Status.country), ("GBD", .british), ("GBN", .british), ("GBO", .british), ("GBP", .british),
            ("GBS", .british), ("RKS", .deFacto), ("XXK", .deFacto), ("EUE", .organisation), ("UNO", .organisation),
            ("UNA", .organisation), ("UNK", .organisation), ("XBA", .organisation), ("XIM", .organisation),
            ("XCC", .organisation), ("XCE", .organisation), ("XCO", .organisation), ("XEC", .organisation),
            ("XPO", .organisation), ("XES", .organisation), ("XMP", .organisation), ("XOM", .organisation),
            ("XDC", .organisation), ("IAO", .organisation), ("XXA", .person), ("XXB", .person), ("XXC", .person),
            ("XXX", .person), ("ANT", .deprecated), ("NTZ", .deprecated), ("UTO", .specimen), ("SUN", .historic),
            ("YUG", .historic), ("CSK", .historic), ("DDR", .historic), ("ZAR", .historic), ("SCG", .historic),
        ])
    func beyondISO(code: String, status: StateCode.Status) throws {
        let state = try #require(StateCode(code))
        #expect(state.status == status)
        #expect(state.isHistoric == [.deprecated, .historic].contains(status))
    }

    @Test(
        "names",
        arguments: [
            ("CHE", "Switzerland"), ("FRA", "France"), ("D", "Germany"), ("CIV", "Côte d'Ivoire"), ("UTO", "Utopia"),
            ("AFG", "Afghanistan"), ("ZWE", "Zimbabwe"),
        ])
    func names(code: String, name: String) {
        #expect(StateCode(code)?.name == name)
    }

    @Test("what is no code", arguments: ["", "D<<", "QQQ", "che", "CH"])
    func unknown(code: String) {
        #expect(StateCode(code) == nil)
    }

    /// Of the three letters of a nationality those that would be another State's code, each by itself.
    @Test(
        "other States that differ in one letter",
        arguments: [
            ("UTO", ["T", "N", ""]), ("AUT", ["V", "N", "S"]), ("IRN", ["B", "DM", "LQ"]), ("D<<", ["", "", ""]),
            ("SVK", ["", "", "N"]),
        ])
    func twins(code: String, twins: [String]) throws {
        let mrz = try MRZ(Specimen.td3.replacing("36UTO", with: "36" + code), .td3)
        for (offset, expected) in twins.enumerated() {
            let found = try #require(mrz.stateTwins(at: MRZPosition(line: 1, column: 10 + offset)))
            #expect(found == MRZAlphabet(expected.compactMap { MRZCharacter($0) }))
        }
        // The issuer's: TTO.
        let ofIssuer = try #require(mrz.stateTwins(at: MRZPosition(line: 0, column: 2)))
        #expect(ofIssuer == MRZAlphabet(["T"].compactMap { MRZCharacter($0) }))
    }

    /// Germany's code is `D<<`: of the State's field nothing is left open before it.
    @Test("a code begins in the first column", arguments: ["<<D", "<D<", "D<<"])
    func begins(code: String) throws {
        let reasons = try MRZ(Specimen.td3.replacing("36UTO", with: "36" + code), .td3).objections(asOf: referenceDay)
        let span = MRZSpan(line: 1, 10..<13)
        #expect(reasons.contains(.unknownState(.nationality, at: span)) == (code != "D<<"))
    }

    @Test("no twins outside a State's code, and of a code that no table has")
    func noTwins() throws {
        let mrz = try MRZ(Specimen.td3.replacing("36UTO", with: "36QQQ"), .td3)
        for (line, column) in [(0, 5), (1, 9), (1, 10)] {
            #expect(mrz.stateTwins(at: MRZPosition(line: line, column: column)) == nil)
        }
    }
}
