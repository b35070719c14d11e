package import ArgumentParser
package import MRZParsing
import MRZScan

/// The day for which documents are judged.
package struct DayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The day that decides about centuries and expiry instead of today.", valueName: "yyyy-mm-dd"))
    package var today: CalendarDay?

    package init() {}

    /// The day that decides.
    package var day: CalendarDay { today ?? .today() }
}
