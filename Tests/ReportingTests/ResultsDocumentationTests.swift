import JSON
import MRZParsing
import Reporting
import Scanning
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `docs/results.md` names everything that results can hold.
@Suite struct ResultsDocumentationTests {
    private static let page = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/docs/results.md"

    private func documented(_ word: String) throws -> Bool {
        try String(contentsOfFile: Self.page, encoding: .utf8).contains("`\(word)`")
    }

    @Test(arguments: Warning.allCases)
    func warning(_ warning: Warning) throws { #expect(try documented(warning.rawValue)) }

    @Test func reasons() throws {
        for reason in try Specimen.everyReason() { #expect(try documented(reason.code), "\(reason.code)") }
    }

    @Test(arguments: MRZFormat.all)
    func formatsAndTheirFields(_ format: MRZFormat) throws {
        #expect(try documented(format.name))
        for check in format.checks { #expect(try documented(FieldName(check.kind).text)) }
    }

    @Test(arguments: ScanReport.Status.allCases)
    func status(_ status: ScanReport.Status) throws { #expect(try documented(status.rawValue)) }

    @Test func columns() throws {
        for column in CSVTable(accessKeys: true).header.split(whereSeparator: { ",\r\n".contains($0) }) {
            #expect(try documented(String(column)), "\(column)")
        }
    }

    @Test func repairs() throws {
        for reason in [Repair.Reason.alphabet, .checkDigit, .gap] { #expect(try documented(reason.rawValue)) }
    }

    /// Every key of a line that has them all.
    @Test func keys() throws {
        let report = ScanReport(
            source: "a", page: 1, textLine: 1, outcome: .read(try Specimen.doubtfulReport()), timing: Specimen.timing)
        for key in Self.keys(of: report.json) { #expect(try documented(key), "\(key)") }
        for format in FormatTable.json {
            for key in Self.keys(of: format) { #expect(try documented(key), "\(key)") }
        }
        for key in ["error", "code", "message", "accessKeys"] { #expect(try documented(key), "\(key)") }
    }

    private static func keys(of value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members): Set(members.map(\.key)).union(members.flatMap { keys(of: $0.value) })
        case .array(let values): Set(values.flatMap(keys(of:)))
        default: []
        }
    }
}
