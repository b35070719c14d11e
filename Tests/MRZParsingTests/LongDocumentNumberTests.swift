import MRZParsing
import Testing

@Suite("Document numbers longer than nine")
struct LongDocumentNumberTests {
    @Test(
        "joined when its digit proves it: Doc 9303-5, 4.2.4",
        arguments: [
            ("I<UTOD23145890<7349<<<<<<<<<<<", "D23145890734", ""),
            ("IDBEL600001795<0152<<<<<<<<<<<", "600001795015", ""),
            ("I<PRT007777779<ZZ92<<<<<<<<<<<", "007777779ZZ9", ""),
            ("I<UTOD23145890<7349<OPTIONAL<1", "D23145890734", "OPTIONAL 1"),
        ])
    func td1(line: String, number: String, optional: String) throws {
        let mrz = try MRZ([line, "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"], format: .td1)
        #expect(mrz.hasLongDocumentNumber)
        #expect(mrz.documentNumber == number)
        #expect(mrz.optionalData == optional)
        #expect(mrz.checkReport[.documentNumber]?.state == .valid)
        #expect(mrz.assurance(of: .documentNumber) == .ownCheckDigit)
    }

    @Test("22 characters fit a TD1 and 14 a TD2")
    func longest() throws {
        let td1 = try MRZ(printing: [.documentNumber: "A234567890123456789012"], in: .td1)
        #expect(td1.documentNumber == "A234567890123456789012")
        let td2 = try MRZ(printing: [.documentNumber: "A2345678901234"], in: .td2)
        #expect(td2.documentNumber == "A2345678901234")
        #expect(td2.lines[1].text.hasPrefix("A23456789<"))
    }

    @Test(
        "not long: a wrong digit, nothing but a digit, fillers only, a short number",
        arguments: [
            "I<UTOD23145890<7348<<<<<<<<<<<", "I<UTOD23145890<7<<<<<<<<<<<<<<", "I<UTOD23145890<<<<<<<<<<<<<<<<",
            "I<UTOD2314589<<7349<<<<<<<<<<<", "I<UTOD23145890<734A<<<<<<<<<<<",
        ])
    func notLong(line: String) throws {
        let mrz = try MRZ([line, "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"], format: .td1)
        #expect(!mrz.hasLongDocumentNumber)
        let result = try #require(mrz.checkReport[.documentNumber])
        #expect(result.state == .absent)
        #expect(!result.holds)
        #expect(mrz.documentNumber.count <= 9)
    }

    @Test("the composite takes the lines as printed, the filler included")
    func composite() throws {
        let mrz = try MRZ(Specimen.td1Long, .td1)
        #expect(mrz.checkReport[.composite]?.state == .valid)
        #expect(mrz.checkReport[.documentNumber]?.expected.value == 9)
        #expect(mrz.checkReport[.documentNumber]?.check.digit == MRZPosition(line: 0, column: 18))
    }

    @Test("layouts without the rule never join", arguments: [MRZFormat.td3, .mrvA])
    func noRule(format: MRZFormat) throws {
        let mrz = try MRZ(
            ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "D23145890<UTO7408122F12041597349<<<<<<<<<<<0"],
            format: format)
        #expect(!mrz.hasLongDocumentNumber)
        #expect(mrz.documentNumber == "D23145890")
    }
}
