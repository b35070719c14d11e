import MRZParsing
import Testing

@Suite("Names")
struct MRZNameTests {
    private func name(_ text: String) throws -> MRZName {
        let field = text + String(repeating: "<", count: 39 - text.count)
        return try MRZ(["P<UTO" + field, String(repeating: "<", count: 44)], format: .td3).name
    }

    @Test(
        "examples of Doc 9303-4, 4.2.3",
        arguments: [
            ("ERIKSSON<<ANNA<MARIA", ["ERIKSSON"], ["ANNA", "MARIA"]),
            ("HENG<<DEBORAH<MING<LO", ["HENG"], ["DEBORAH", "MING", "LO"]),
            ("SMITH<JONES<<SUSIE<MARGARET", ["SMITH", "JONES"], ["SUSIE", "MARGARET"]),
            ("OCONNOR<<ENYA<SIOBHAN", ["OCONNOR"], ["ENYA", "SIOBHAN"]),
            ("VAN<DER<MUELLEN<<MARTIN", ["VAN", "DER", "MUELLEN"], ["MARTIN"]),
            ("AL<BASRI<<HUDA<MUHAMMAD<JAWAD", ["AL", "BASRI"], ["HUDA", "MUHAMMAD", "JAWAD"]),
            ("VILARCHAO<FERNANDEZ<<JOSE<RAMON", ["VILARCHAO", "FERNANDEZ"], ["JOSE", "RAMON"]),
            ("ARKFREITH", ["ARKFREITH"], []),
            ("SATRIYA<SUDARPA", ["SATRIYA", "SUDARPA"], []),
        ])
    func examples(text: String, primary: [String], secondary: [String]) throws {
        let name = try name(text)
        #expect(name.primaryComponents == primary)
        #expect(name.secondaryComponents == secondary)
        #expect(!name.isPossiblyTruncated)
        #expect(!name.hasAbnormalSeparator)
        #expect(!name.hasDigit)
    }

    @Test(
        "a name that fills its field may have been cut",
        arguments: [
            "NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K", "NILAVADHANANANDA<<ARNPOL<PETCH<CHARONGU",
            "BENNELONG<WOOLOOMOOLOO<WARRANDYTE<W<<DI", "BENNELONG<WOOLOOM<WARRAND<WARNAM<<DINGO",
            "BENNEL<WOOLOO<WARRAN<WARNAM<<DINGO<POTO", "PAPANDROPOULOUS<<JONATHON<WARREN<TREVOR",
        ])
    func truncated(text: String) throws {
        #expect(text.count == 39)
        #expect(try name(text).isPossiblyTruncated)
        #expect(try !name(text).hasAbnormalSeparator)
    }

    @Test(
        "fillers where no identifier ends",
        arguments: [
            ("ERIKSSON<<ANNA<<MARIA", "ERIKSSON", "ANNA MARIA"), ("ERIKSSON<<<ANNA", "ERIKSSON", "ANNA"),
            ("<ERIKSSON<<ANNA", "ERIKSSON", "ANNA"), ("<<ANNA", "", "ANNA"),
        ])
    func abnormal(text: String, primary: String, secondary: String) throws {
        let name = try name(text)
        #expect(name.hasAbnormalSeparator)
        #expect(name.primaryComponents.joined(separator: " ") == primary)
        #expect(name.secondaryComponents.joined(separator: " ") == secondary)
    }

    @Test("a digit in a name is seen")
    func digit() throws {
        #expect(try name("ER1KSSON<<ANNA").hasDigit)
        #expect(try name("ERIKSSON<<ANN4").hasDigit)
    }

    @Test("identifiers in fields of their own")
    func ownFields() throws {
        let french = try MRZ(
            printing: [.primaryIdentifier: "MARTIN", .secondaryIdentifier: "JEAN<<PAUL"],
            in: .frenchIdentityCard)
        #expect(french.name.secondaryComponents == ["JEAN", "PAUL"])
        #expect(!french.name.hasAbnormalSeparator)
        #expect(!french.name.isPossiblyTruncated)
        let licence = try MRZ(printing: [.primaryIdentifier: "MARTINEZ"], in: .frenchDrivingLicence)
        #expect(licence.name.isPossiblyTruncated)
        #expect(licence.secondaryIdentifier == "")
    }
}
