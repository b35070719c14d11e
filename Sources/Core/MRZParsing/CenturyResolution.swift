/// The centuries of the dates of one document, assumed from today because the MRZ does not print them.
///
/// A birth is on or before today and at most 120 years earlier; an expiry is within 50 years of it, on
/// either side; and nothing expires before its holder's birth. The latest birth that allows all of this is taken.
public struct CenturyResolution: Sendable, Hashable {
    /// Nil when the date is absent, unknown or impossible.
    public let birth: ResolvedDate?
    /// Nil when the date is absent, unknown or impossible.
    public let expiry: ResolvedDate?

    public init(birth: MRZDate?, expiry: MRZDate?, asOf today: CalendarDay) {
        let births = Self.births(birth, today)
        let expiries = Self.expiries(expiry, today)
        for birth in births {
            if let expiry = expiries.first(where: { $0.order >= birth.order }) {
                self.init(birth: birth, expiry: expiry)
                return
            }
        }
        // No birth, no expiry, or one that lies more than 50 years ahead: a card valid for 99 years.
        let firstBirth = births.first
        let later = firstBirth.flatMap { birth in
            Self.centuries(of: expiry, around: today).first { $0.order >= birth.order }
        }
        self.init(birth: firstBirth, expiry: later ?? expiries.first)
    }

    private init(birth: ResolvedDate?, expiry: ResolvedDate?) {
        self.birth = birth
        self.expiry = expiry
    }

    /// A date in the past, such as that of issue: the latest century that does not put it after today.
    static func past(_ date: MRZDate?, asOf today: CalendarDay) -> ResolvedDate? {
        births(date, today).first
    }

    /// The possible dates of birth, the latest first.
    private static func births(_ date: MRZDate?, _ today: CalendarDay) -> [ResolvedDate] {
        centuries(of: date, around: today).reversed().filter { birth in
            birth.order <= order(today) && birth.order >= order(today, years: -120)
        }
    }

    /// The possible dates of expiry, the nearest first and of two equally near ones the later.
    private static func expiries(_ date: MRZDate?, _ today: CalendarDay) -> [ResolvedDate] {
        let middle = order(today)
        return centuries(of: date, around: today).reversed()
            .filter { (order(today, years: -50)...order(today, years: 50)).contains($0.order) }
            .sorted { abs($0.order - middle) < abs($1.order - middle) }
    }

    /// The date in every century that can matter, the earliest first.
    private static func centuries(of date: MRZDate?, around today: CalendarDay) -> [ResolvedDate] {
        let century = today.year / 100
        return ((century - 2)...(century + 1)).compactMap { date?.resolved(century: $0) }
    }

    private static func order(_ day: CalendarDay, years: Int = 0) -> Int {
        ResolvedDate(year: day.year + years, month: day.month, day: day.day).order
    }
}
