import JSON
import Reporting
import Testing

@Suite struct ResultRecordTests {
    private func record() throws -> ResultRecord {
        ResultRecord(
            ScanReport(
                source: "a.jpg", page: 2, index: 1, outcome: .read(try Specimen.doubtfulReport()),
                timing: Specimen.timing))
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let written = try record().json.text
        let record = try #require(ResultRecord(try JSONValue(parsing: written)))
        #expect(record.json.text == written)
        #expect(record.status == .unverified && record.index == 1 && record.page == 2 && record.format == "TD3")
        #expect(record.totalMilliseconds == 92 && record.errorCode == nil)
        let failure = ResultRecord(ScanReport(source: "x", outcome: .failed(.init(code: "io", message: "Broken."))))
        #expect(failure.errorCode == "io" && failure.page == nil && failure.totalMilliseconds == nil)
    }

    @Test(arguments: [
        "[]", "{}", #"{"source":"a","index":0,"status":"fine"}"#, #"{"source":"a","status":"verified"}"#,
        #"{"index":0,"status":"verified"}"#,
    ])
    func noResult(_ text: String) throws {
        #expect(ResultRecord(try JSONValue(parsing: text)) == nil)
    }

    @Test func source() throws {
        var record = try record()
        let before = record.json.text
        record.source = "b.jpg"
        #expect(record.source == "b.jpg" && record.json.text == before.replacing("a.jpg", with: "b.jpg"))
    }

    /// A record gets a page also where it had none.
    @Test func page() {
        var failure = ResultRecord(ScanReport(source: "x", outcome: .failed(.init(code: "io", message: "Broken."))))
        failure.page = 3
        #expect(failure.page == 3 && failure.json.text.hasSuffix(#","page":3}"#))
        failure.page = 4
        #expect(failure.page == 4)
    }

    /// No run of characters of the document is left, and no single one either.
    @Test func redacted() throws {
        let text = try record().redacted.json.text
        for word in ["ERIKSSON", "ANNA", "L898902", "740812", "UTO", "expected", "actual", "used", "warnings"] {
            #expect(!text.contains(word), "\(word)")
        }
        #expect(text.contains(#""status":"unverified","format":"TD3","checks":{"documentNumber":"valid""#))
        #expect(text.contains(#"{"code":"checkDigit","field":"composite","line":2,"column":44}"#))
        #expect(try record().redacted.redacted == record().redacted)
    }

    @Test func printing() throws {
        let record = try record()
        #expect("\(record)" == "ResultRecord(unverified)")
        var dumped = ""
        dump(record, to: &dumped)
        #expect(!dumped.contains("ERIKSSON"))
    }
}
