import MRZParsing
import Testing

@Suite("Dates")
struct MRZDateTests {
    @Test(
        "what is known of a date: Doc 9303-3, 4.8",
        arguments: [
            ("740812", MRZDate.Precision.day), ("7408<<", .month), ("74<<<<", .year), ("<<<<<<", .unknown),
        ])
    func precision(text: String, precision: MRZDate.Precision) throws {
        let date = try #require(MRZDate(try MRZLine(text)))
        #expect(date.precision == precision)
        #expect(date.expandedDescription == text)
    }

    @Test(
        "what is no date",
        arguments: ["74<<12", "<<0812", "<<<<12", "7<0812", "74081", "7408122", "74081O", "7408<2", ""])
    func noDate(text: String) throws {
        #expect(MRZDate(try MRZLine(text)) == nil)
    }

    @Test(
        "resolved in a century",
        arguments: [
            ("740812", 19, "1974-08-12"), ("7408<<", 19, "1974-08"), ("74<<<<", 19, "1974"), ("<<<<<<", 19, nil),
            ("000229", 20, "2000-02-29"), ("000229", 19, nil), ("741312", 19, nil), ("740231", 19, nil),
            ("740800", 19, nil), ("740012", 19, nil), ("7413<<", 19, nil),
        ] as [(String, Int, String?)])
    func resolved(text: String, century: Int, iso: String?) throws {
        let date = try #require(MRZDate(try MRZLine(text)))
        #expect(date.resolved(century: century)?.isoString == iso)
    }

    @Test("a day only when it is wholly known")
    func calendarDay() throws {
        let whole = try #require(MRZDate(try MRZLine("740812"))?.resolved(century: 19))
        #expect(whole.calendarDay == CalendarDay(year: 1974, month: 8, day: 12))
        let part = try #require(MRZDate(try MRZLine("7408<<"))?.resolved(century: 19))
        #expect(part.calendarDay == nil)
    }
}
