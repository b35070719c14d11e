/// A day of the proleptic Gregorian calendar. A value that exists is a day that exists.
public struct CalendarDay: Sendable, Hashable, Comparable {
    public let year: Int
    /// 1–12.
    public let month: Int
    /// 1–31.
    public let day: Int

    /// Nil when the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// `2026-02-28`, and nothing else.
    public init?(isoString text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// How many days a month has.
    ///
    /// - Precondition: `month` is in 1...12.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// `1974-08-12`. It may be somebody's date of birth.
    public var isoString: String {
        ResolvedDate(year: year, month: month, day: day).isoString
    }
}

extension CalendarDay: PersonalData {
    public var redacted: String { "CalendarDay" }
    public var expandedDescription: String { isoString }
}
