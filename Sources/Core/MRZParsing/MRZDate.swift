/// A date as an MRZ prints it, YYMMDD, without its century; the day, the month or everything may be unknown.
/// ICAO Doc 9303-3, 4.8.
public struct MRZDate: Sendable, Hashable {
    /// 0–99; nil when nothing is known.
    public let year: Int?
    /// The number as printed, so 0–99; nil when unknown.
    public let month: Int?
    /// The number as printed, so 0–99; nil when unknown.
    public let day: Int?

    /// Reads six characters.
    ///
    /// Nil unless each pair is two digits or `<<`, and what follows an unknown part is unknown too.
    public init?(_ characters: some Sequence<MRZCharacter>) {
        let characters = Array(characters)
        guard characters.count == 6 else { return nil }
        var parts: [Int?] = []
        for start in [0, 2, 4] {
            switch (characters[start].digit, characters[start + 1].digit) {
            case (let tens?, let ones?) where parts.allSatisfy({ $0 != nil }): parts.append(tens * 10 + ones)
            case (nil, nil) where characters[start].isFiller && characters[start + 1].isFiller: parts.append(nil)
            default: return nil
            }
        }
        (year, month, day) = (parts[0], parts[1], parts[2])
    }

    /// How much of the date is known.
    public enum Precision: String, Sendable, Hashable {
        case day, month, year, unknown
    }

    /// How much of the date is known.
    public var precision: Precision {
        day != nil ? .day : month != nil ? .month : year != nil ? .year : .unknown
    }

    /// What is known of it in a century, 19 for 1900 to 1999; nil when the calendar has no such day, or it is unknown.
    public func resolved(century: Int) -> ResolvedDate? {
        guard let year else { return nil }
        let fullYear = century * 100 + year
        guard CalendarDay(year: fullYear, month: month ?? 1, day: day ?? 1) != nil else { return nil }
        return ResolvedDate(year: fullYear, month: month, day: day)
    }
}

extension MRZDate: PersonalData {
    public var redacted: String { "MRZDate(\(precision.rawValue))" }

    /// The six characters as printed.
    public var expandedDescription: String {
        [year, month, day].map { $0.map { ($0 < 10 ? "0" : "") + String($0) } ?? "<<" }.joined()
    }
}

/// A date with its century, which the MRZ does not print and somebody has assumed.
public struct ResolvedDate: Sendable, Hashable {
    public let year: Int
    /// 1–12, nil when unknown.
    public let month: Int?
    /// 1–31, nil when unknown.
    public let day: Int?

    /// The day, if it is wholly known.
    public var calendarDay: CalendarDay? {
        guard let month, let day else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// `1974-08-12`, or as much of it as is known: `1974-08`, `1974`.
    public var isoString: String {
        let digits = String(year)
        var text = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        for part in [month, day].compactMap(\.self) { text += part < 10 ? "-0\(part)" : "-\(part)" }
        return text
    }

    /// A number that grows with time; unknown parts count as the first.
    var order: Int { (year * 12 + (month ?? 1) - 1) * 31 + (day ?? 1) - 1 }
}

extension ResolvedDate: PersonalData {
    public var redacted: String { "ResolvedDate" }
    public var expandedDescription: String { isoString }
}
