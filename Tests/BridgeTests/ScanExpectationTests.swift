import Bridge
import JSON
import Reporting
import Testing

@Suite struct ScanExpectationTests {
    private func expectation(_ parameters: [JSONValue.Member]) throws -> ScanExpectation {
        try ScanExpectation(BridgeParameters(parameters))
    }

    @Test func nothingIsAskedFor() throws {
        #expect(try expectation([]) == ScanExpectation())
        #expect(
            try expectation([.init("documentType", ""), .init("countryCode", .null), .init("color", "red")])
                == ScanExpectation())
        #expect(ScanExpectation().rejection(of: try Documents.passport()) == nil)
    }

    @Test(
        arguments: [
            ("P", .passport), ("passport", .passport), ("i", .identityCard), ("id_card", .identityCard),
            ("idCard", .identityCard), ("Residence permit", .identityCard), ("VISA", .visa),
            ("drivers-license", .drivingLicence), ("PM", .code("PM")), ("P<", .passport), ("id", .code("ID")),
        ] as [(String, ScanExpectation.Document)])
    func documentTypes(_ name: String, _ document: ScanExpectation.Document) throws {
        #expect(try expectation([.init("documentType", .string(name))]) == ScanExpectation(document: document))
    }

    @Test(arguments: [("UTO", "UTO"), ("uto", "UTO"), ("D", "D"), ("D<<", "D"), ("DEU", "D")])
    func countryCodes(_ code: String, _ issuer: String) throws {
        #expect(try expectation([.init("countryCode", .string(code))]) == ScanExpectation(issuer: issuer))
    }

    /// No document could ever be that one, so the page is told at once.
    @Test(
        arguments: [
            ("documentType", "aadhaar"), ("documentType", .integer(1)), ("countryCode", "DE"),
            ("countryCode", "Utopia"), ("countryCode", "U1O"), ("countryCode", []),
        ] as [(String, JSONValue)])
    func whatNoDocumentIs(_ key: String, _ value: JSONValue) {
        let error = #expect(throws: BridgeError.self) { try expectation([.init(key, value)]) }
        #expect(error?.code == .scanFailed && error?.details == ["parameter": .string(key)])
    }

    @Test func rejections() throws {
        let (passport, card, visa) = (try Documents.passport(), try Documents.card(), try Documents.visa())
        let cases: [(ScanExpectation, MRZReport, ScanRejection?)] = [
            (.init(document: .passport), passport, nil), (.init(document: .passport), card, .otherDocumentType),
            (.init(document: .identityCard), card, nil), (.init(document: .identityCard), visa, .otherDocumentType),
            (.init(document: .visa), visa, nil), (.init(document: .code("P")), passport, nil),
            (.init(document: .drivingLicence), card, .otherDocumentType), (.init(issuer: "UTO"), visa, nil),
            (.init(issuer: "D"), passport, .otherCountry),
            (.init(), try Documents.refusedPassport(), .notVerified),
            (.init(document: .visa), try Documents.refusedPassport(), .otherDocumentType),
        ]
        for (expectation, report, rejection) in cases { #expect(expectation.rejection(of: report) == rejection) }
    }
}
