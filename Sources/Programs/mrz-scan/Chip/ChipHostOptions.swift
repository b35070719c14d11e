import ArgumentParser
import Bridge
import Chip
import MRZParsing

/// The reader that pages may read chips with.
struct ChipHostOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The reader for chips, or the beginning of its name; by default any that is there.", valueName: "name"))
    var reader: String?

    @Option(
        help: ArgumentHelp(
            "Authorities that are trusted, and lists of what they revoked: see mrz-scan chip. Repeatable.",
            valueName: "path"),
        completion: .file())
    var csca: [String] = []

    @Flag(help: "Tell pages that there is no reader for chips.")
    var noChips = false
}

extension BridgeOptions {
    /// What reads chips for pages.
    ///
    /// - Throws: `DecodingError`, `ChipError` when a list of authorities cannot be read.
    func chipCoordinator(asOf today: @escaping @Sendable () -> CalendarDay) throws -> any NFCProvider {
        guard !chips.noChips else { return NoNFC() }
        return ChipCoordinator(reader: chips.reader, trust: try TrustOptions.list(chips.csca), asOf: today)
    }
}
