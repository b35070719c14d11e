import AccessKeys
import MRZParsing
import Reporting
import Scanning
import Testing

@Suite struct TextReportTests {
    @Test func verified() throws {
        let report = ScanReport(
            source: "a.jpg", page: 1, outcome: .read(MRZReport(try Specimen.passport(), asOf: try Specimen.today())))
        #expect(
            TextReport(colored: false).text(of: report) == """
                VERIFIED      a.jpg  TD3, passport booklet
                  P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<
                  L898902C36UTO7408122F1204159ZE184226B<<<<<10
                  document type    P                   no check digit
                  issued by        UTO  Utopia         no check digit
                  surname          ERIKSSON            no check digit
                  given names      ANNA MARIA          no check digit
                  document number  L898902C3           own check digit, blind to L or 1, 8 or S, 0 or U
                  nationality      UTO  Utopia         no check digit
                  born             740812  1974-08-12  own check digit
                  sex              F                   no check digit
                  expires          120415  2012-04-15  own check digit
                  personal number  ZE184226B           own check digit, blind to 1 or L, 8 or S, 6 or G
                  warnings
                    expired
                    a specimen: nobody's document


                """)
    }

    @Test func reasons() throws {
        let report = ScanReport(source: "b", page: 2, outcome: .read(try Specimen.doubtfulReport()))
        let text = TextReport(colored: false).text(of: report)
        #expect(text.hasPrefix("NOT VERIFIED  b, page 2  TD3, passport booklet\n"))
        #expect(text.contains("    composite check digit (line 2, column 44): expected 0, read 4\n"))
        #expect(text.contains("    born (line 2, column 14): no date of the calendar\n"))
        #expect(text.contains("    document number (line 2, column 5): may be a look-alike"))
        #expect(text.contains("    line 2, column 5: read O, used 0 (alphabet of the field)\n"))
        #expect(text.contains("    line 2, column 5: used < (nothing was read)\n"))
    }

    /// Not its code.
    @Test func everyReasonHasASentenceOfItsOwn() throws {
        let reasons = try Specimen.everyReason()
        for reason in reasons { #expect(!reason.sentence.contains(reason.code), "\(reason.code)") }
        #expect(Set(reasons.map(\.sentence)).count == reasons.count)
    }

    @Test func keys() throws {
        var report = MRZReport(try Specimen.passport(), asOf: try Specimen.today())
        report.add(try #require(report.verified.flatMap { ChipAccessKeys($0) }))
        let text = TextReport(colored: false).text(of: ScanReport(source: "a", outcome: .read(report)))
        #expect(text.contains("  keys to the chip\n    mrzInformation  L898902C3674081221204159\n"))
    }

    @Test func aWrongDigitProtectsNothing() throws {
        var lines = Specimen.passportLines
        lines[1] = "L898902C37" + lines[1].dropFirst(10)
        let report = MRZReport(try MRZ(lines, format: .td3), asOf: try Specimen.today())
        let text = TextReport(colored: false).text(of: ScanReport(source: "a", outcome: .read(report)))
        #expect(text.contains("document number  L898902C3           its check digit does not hold\n"))
    }

    @Test func colors() {
        let report = ScanReport(source: "a", outcome: .notFound)
        #expect(TextReport(colored: true).text(of: report) == "\u{1B}[1;33mNO MRZ      \u{1B}[0m  a\n")
        #expect(TextReport(colored: false).text(of: report) == "NO MRZ        a\n")
    }

    @Test func whatIsWrongWithThePicture() throws {
        let quality = ZoneQuality(pitch: 6, sharpness: 0.05, paper: 200, contrast: 90, glare: 0)
        let view = ZoneView(quality: quality, faults: [.tooSmall, .blurred])
        let none = ScanReport(source: "a", outcome: .notFound, view: view)
        #expect(
            TextReport(colored: false).text(of: none)
                == "NO MRZ        a  something like one is too small, blurred\n")
        let read = MRZReport(try Specimen.passport(), asOf: try Specimen.today())
        let text = TextReport(colored: false).text(of: ScanReport(source: "a", outcome: .read(read), view: view))
        #expect(text.contains("  the picture of it\n    It is too small, blurred.\n"))
        let good = ZoneView(quality: quality, faults: [])
        let fine = TextReport(colored: false).text(of: ScanReport(source: "a", outcome: .read(read), view: good))
        #expect(!fine.contains("the picture of it"))
    }

    @Test func namesOfFilesCannotCommandTheTerminal() {
        let report = ScanReport(
            source: "\u{1B}[2Jx\u{9B}1A\n", outcome: .failed(.init(code: "io", message: "Broken.")))
        #expect(
            TextReport(colored: false).text(of: report) == "ERROR         \u{FFFD}[2Jx\u{FFFD}1A\u{FFFD}  Broken.\n")
    }
}
