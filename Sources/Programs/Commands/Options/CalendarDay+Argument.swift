public import ArgumentParser
public import MRZParsing

extension CalendarDay: ExpressibleByArgument {
    /// `2026-02-28`, and nothing else.
    public init?(argument: String) { self.init(isoString: argument) }

    public var defaultValueDescription: String { "the system's date" }

    /// The day as an argument: `2026-02-28`.
    package var argument: String {
        func digits(_ value: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - String(value).count)) + String(value)
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}
