/// The centuries of the dates of one document, assumed from a reference day because the MRZ does not print them.
///
/// A birth is on or before the reference day and at most 120 years earlier; an expiry is within 50 years of it, on
/// either side; and nothing expires before its holder's birth. The latest birth that allows all of this is taken.
public struct CenturyResolution: Sendable, Hashable {
    /// Nil when the date is absent, unknown or impossible.
    public let birth: ResolvedDate?
    /// Nil when the date is absent, unknown or impossible.
    public let expiry: ResolvedDate?

    public init(birth: MRZDate?, expiry: MRZDate?, asOf reference: CalendarDay) {
        let births = Self.births(birth, reference)
        let expiries = Self.expiries(expiry, reference)
        for birth in births {
            if let expiry = expiries.first(where: { $0.order >= birth.order }) {
                self.init(birth: birth, expiry: expiry)
                return
            }
        }
        // No birth, no expiry, or one that lies further ahead than the window: a card valid for 99 years.
        let firstBirth = births.first
        let later = firstBirth.flatMap { birth in
            Self.centuries(of: expiry, around: reference).first { $0.order >= birth.order }
        }
        self.init(birth: firstBirth, expiry: later ?? expiries.first)
    }

    private init(birth: ResolvedDate?, expiry: ResolvedDate?) {
        self.birth = birth
        self.expiry = expiry
    }

    /// A date in the past, such as that of issue: the latest century that does not put it after the reference day.
    static func past(_ date: MRZDate?, asOf reference: CalendarDay) -> ResolvedDate? {
        births(date, reference).first
    }

    /// The possible dates of birth, the latest first.
    private static func births(_ date: MRZDate?, _ reference: CalendarDay) -> [ResolvedDate] {
        centuries(of: date, around: reference).reversed().filter { birth in
            birth.order <= order(reference) && birth.order >= order(reference, years: -120)
        }
    }

    /// The possible dates of expiry, the nearest first and of two equally near ones the later.
    private static func expiries(_ date: MRZDate?, _ reference: CalendarDay) -> [ResolvedDate] {
        let today = order(reference)
        return centuries(of: date, around: reference).reversed()
            .filter { (order(reference, years: -50)...order(reference, years: 50)).contains($0.order) }
            .sorted { abs($0.order - today) < abs($1.order - today) }
    }

    /// The date in every century that can matter, the earliest first.
    private static func centuries(of date: MRZDate?, around reference: CalendarDay) -> [ResolvedDate] {
        let century = reference.year / 100
        return ((century - 2)...(century + 1)).compactMap { date?.resolved(century: $0) }
    }

    private static func order(_ day: CalendarDay, years: Int = 0) -> Int {
        ResolvedDate(year: day.year + years, month: day.month, day: day.day).order
    }
}
