import AccessKeys
import MRZParsing
import Reporting
import Testing

@Suite struct CSVTableTests {
    @Test func header() {
        let columns = CSVTable(accessKeys: false).header.split(separator: ",").map(String.init)
        #expect(
            columns.starts(with: ["source", "page", "textLine", "index", "status", "format", "lines", "documentType"]))
        #expect(columns.last == "errorMessage\r\n")
        #expect(Set(columns).count == columns.count)
        #expect(!columns.contains("kSeed"))
        #expect(CSVTable(accessKeys: true).header.contains(",mrzInformation,kSeed,kEnc,kMac,paceKey,"))
    }

    /// Cells by column; none of the specimens needs quotes.
    private func cells(_ report: ScanReport) -> [String: String] {
        let table = CSVTable(accessKeys: true)
        let split = { (line: String) in
            line.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (names, values) = (split(table.header), split(table.row(report)))
        #expect(names.count == values.count)
        return Dictionary(zip(names, values), uniquingKeysWith: { first, _ in first })
    }

    @Test func rows() throws {
        let cells = cells(
            ScanReport(
                source: "a.jpg", page: 2, index: 1, outcome: .read(try Specimen.doubtfulReport()),
                timing: Specimen.timing))
        #expect(cells["source"] == "a.jpg" && cells["page"] == "2" && cells["textLine"] == "" && cells["index"] == "1")
        #expect(cells["status"] == "unverified" && cells["format"] == "TD3" && cells["totalMs"] == "92")
        #expect(cells["lines"] == Specimen.passportLines[0] + " " + Specimen.passportLines[1].dropLast() + "4")
        #expect(
            cells["surname"] == "ERIKSSON" && cells["dateOfBirthISO"] == "1974-08-12" && cells["optionalData"] == "")
        #expect(
            cells["checks"]
                == "documentNumber=valid dateOfBirth=valid dateOfExpiry=valid personalNumber=valid composite=invalid")
        #expect(cells["repairs"] == "alphabet@2.5 gap@2.5")
        #expect(cells["reasons"]?.hasPrefix("checkDigit:composite@2.44 illegalCharacter:documentNumber@2.5 ") == true)
        #expect(
            cells["quad"] == "10 20.3 410 -0.1 410 50 10 49.5" && cells["rotation"] == "0"
                && cells["mirrored"] == "false")
    }

    @Test func failures() {
        let report = ScanReport(source: "x", outcome: .failed(.init(code: "io", message: "Broken.")))
        let cells = cells(report)
        #expect(cells["status"] == "error" && cells["errorCode"] == "io" && cells["errorMessage"] == "Broken.")
    }

    @Test(arguments: [
        ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\nlines", "\"two\nlines\""),
        ("two\r\nlines", "\"two\r\nlines\""), ("plain name", "plain name"),
        // A quote and a mark above it are one Character.
        ("a\"\u{301},b", "\"a\"\"\u{301},b\""),
        // A spreadsheet would run these.
        ("=1+2", "'=1+2"), ("@SUM(1)", "'@SUM(1)"), ("+1", "'+1"), ("-cmd|x", "'-cmd|x"), ("-90", "-90"),
        ("=1,2", "\"'=1,2\""), ("\t=1", "\"'\t=1\""),
        // One that parts cells at semicolons, or at tabs, would find a formula behind them.
        ("x;=1+1;y.jpg", "\"x;=1+1;y.jpg\""), ("x\t=1+1", "\"x\t=1+1\""),
        // And these would command a terminal, or show another name.
        ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"), ("a\u{202E}gpj.b", "a\u{FFFD}gpj.b"), ("a\u{0}b", "a\u{FFFD}b"),
    ])
    func quoting(_ source: String, _ cell: String) {
        let row = CSVTable(accessKeys: false).row(ScanReport(source: source, outcome: .notFound))
        #expect(row.hasPrefix(cell + ",,,0,not_found,"))
        #expect(row.hasSuffix(",\r\n"))
    }
}
