import MRZParsing
import Testing

@Suite("Days of the calendar")
struct CalendarDayTests {
    @Test(
        "days that exist, and days that do not",
        arguments: [
            (2000, 2, 29, true), (1900, 2, 29, false), (2024, 2, 29, true), (2023, 2, 29, false), (2023, 2, 28, true),
            (1974, 8, 12, true), (1974, 4, 31, false), (1974, 12, 31, true), (1974, 13, 1, false), (1974, 0, 1, false),
            (1974, 1, 0, false), (1974, 1, 32, false),
        ])
    func existence(year: Int, month: Int, day: Int, exists: Bool) {
        #expect((CalendarDay(year: year, month: month, day: day) != nil) == exists)
    }

    @Test("order and ISO text")
    func orderAndText() throws {
        let early = try #require(CalendarDay(year: 1999, month: 12, day: 31))
        let late = try #require(CalendarDay(year: 2000, month: 1, day: 1))
        #expect(early < late)
        #expect(early.isoString == "1999-12-31")
        #expect(late.isoString == "2000-01-01")
        #expect(CalendarDay(year: 33, month: 4, day: 3)?.isoString == "0033-04-03")
    }

    @Test(
        "days are written one way only",
        arguments: [
            ("2026-02-28", true), ("0033-04-03", true), ("2026-02-29", false), ("2026-2-28", false),
            ("26-02-28", false), ("2026-02-28 ", false), ("+026-02-28", false), ("2026/02/28", false), ("", false),
            ("--", false),
            ("２０２６-02-28", false),
        ])
    func readsISOText(text: String, isDay: Bool) {
        let day = CalendarDay(isoString: text)
        #expect((day != nil) == isDay && (day == nil || day?.isoString == text))
    }

    @Test("a year has 365 or 366 days", arguments: [(2023, 365), (2024, 366), (1900, 365), (2000, 366)])
    func yearLengths(year: Int, days: Int) {
        #expect((1...12).reduce(0) { $0 + CalendarDay.days(inMonth: $1, of: year) } == days)
    }
}
