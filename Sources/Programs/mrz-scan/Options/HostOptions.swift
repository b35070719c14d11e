import ArgumentParser
import ImageDecoding
import MRZParsing
import MRZScan
import OCRModels
import Recognition

/// What the commands have in common that host the bridge.
struct HostOptions: ParsableArguments {
    @OptionGroup var engines: EngineOptions

    @Option(
        help: ArgumentHelp(
            "The day that decides about centuries and expiry; the system's date if not given.",
            valueName: "yyyy-mm-dd"))
    var today: CalendarDay?

    @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors that end the program.")
    var quiet = false

    /// What the camera's frames are read with.
    func loadedModel() throws(RecognitionError) -> OCRModel {
        try engines.chosen()
    }

    /// How pictures are read that pages hand over.
    func reading(limits: DecodingLimits, accessKeys: Bool) -> ReadingOptions {
        .given(engines: engines, today: today, limits: limits, accessKeys: accessKeys)
    }

    /// The day that decides, asked for whenever one is needed: a host lives longer than a day.
    var clock: @Sendable () -> CalendarDay {
        let fixed = today
        return { fixed ?? .today() }
    }
}
