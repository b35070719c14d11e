import MRZParsing
import Reporting
import Scanning
import Testing

@Suite struct MRZReportTests {
    @Test func verdict() throws {
        #expect(MRZReport(try Specimen.passport(), asOf: try Specimen.today()).isVerified)
        let refused = MRZReport(try Specimen.refusedPassport(), asOf: try Specimen.today())
        #expect(!refused.isVerified)
        #expect(refused.reasons.map(\.code) == ["checkDigit"])
        #expect(refused.reasons.first?.digits?.expected.value == 0)
    }

    @Test func theReferenceDayDecidesAboutExpiry() throws {
        let before = try #require(CalendarDay(year: 2012, month: 4, day: 15))
        let after = try #require(CalendarDay(year: 2012, month: 4, day: 16))
        #expect(!MRZReport(try Specimen.passport(), asOf: before).warnings.contains(.expired))
        #expect(MRZReport(try Specimen.passport(), asOf: after).warnings.contains(.expired))
    }

    @Test func printingHidesWhatIsRead() throws {
        let report = try Specimen.doubtfulReport()
        let scan = ScanReport(source: "ERIKSSON.jpg", outcome: .read(report))
        for value: Any in [report, scan, report.fields, report.reasons, report.reasons[0]] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                for secret in ["ERIKSSON", "L898902", "740812", "ZE184226B"] { #expect(!text.contains(secret)) }
            }
        }
    }
}
