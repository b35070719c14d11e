import Bridge
import JSON
import MRZParsing
import Testing

@Suite struct ResultShapeTests {
    /// The keys of both families of hosts, then everything that is known about the reading.
    @Test func aPassport() throws {
        let text = try ResultShape.union.result(of: try Documents.passport()).text
        #expect(
            text.hasPrefix(
                #"""
                {"documentType":"P","issuingState":"UTO","surname":"ERIKSSON","givenNames":"ANNA MARIA",\#
                "documentNumber":"L898902C3","nationality":"UTO","dateOfBirth":"740812","gender":"F",\#
                "dateOfExpiry":"120415","personalNumber":"ZE184226B","dateOfBirthISO":"1974-08-12",\#
                "dateOfExpiryISO":"2012-04-15","issuingStateName":"Utopia","nationalityName":"Utopia",\#
                "lastName":"ERIKSSON","firstName":"ANNA MARIA",\#
                "mrzLine1":"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",\#
                "mrzLine2":"L898902C36UTO7408122F1204159ZE184226B<<<<<10",\#
                "raw":"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\n\#
                L898902C36UTO7408122F1204159ZE184226B<<<<<10","verified":true,"format":"TD3",\#
                "checks":{"documentNumber":"valid","dateOfBirth":"valid","dateOfExpiry":"valid",\#
                "personalNumber":"valid","composite":"valid"},
                """#))
        #expect(text.contains(#""assurance":{"documentType":"none","#) && text.contains(#""warnings":["expired""#))
        #expect(!text.contains("accessKeys") && !text.contains(#""confidence""#))
    }

    @Test func aCard() throws {
        let text = try ResultShape.union.result(of: try Documents.card()).text
        #expect(text.contains(#""mrzLine3":"ERIKSSON<<ANNA<MARIA<<<<<<<<<<""#) && text.contains(#""format":"TD1""#))
        #expect(!text.contains(#""personalNumber":"#))
    }

    @Test func strictThree() throws {
        #expect(
            try ResultShape.strict.result(of: try Documents.passport()).text
                == #"{"documentNumber":"L898902C3","dateOfBirth":"740812","dateOfExpiry":"120415"}"#)
    }

    /// A Swiss driving licence does not say when it expires.
    @Test func strictThreeOfADocumentWithTwo() throws {
        let licence = try Documents.report(
            ["AAA001D<<", "FACHE305142128097<<670101<<<<<", "MARTIN<<HANS<<<<<<<<<<<<<<<<<<"], .swissDrivingLicence)
        let error = #expect(throws: BridgeError.self) { try ResultShape.strict.result(of: licence) }
        #expect(error?.code == .scanInvalidResult)
    }

    /// The widespread sample whose digits of expiry and of everything are wrong is read, not believed.
    @Test func aRefutedSample() throws {
        let report = try Documents.report(
            ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO6908061F0608156<<<<<<<<<<<<<<04"], .td3)
        let text = report.bridgeResult.text
        #expect(text.contains(#""documentNumber":"L898902C3""#) && text.contains(#""dateOfExpiry":"060815""#))
        #expect(
            text.contains(
                #"""
                "verified":false,"format":"TD3","checks":{"documentNumber":"valid","dateOfBirth":"valid",\#
                "dateOfExpiry":"invalid","personalNumber":"valid","composite":"invalid"}
                """#))
    }
}
