import ArgumentParser
import Commands
import ImageDecoding
import MRZParsing
import MRZScan
import OCRModels
import Recognition

/// What the commands have in common that host the bridge.
struct HostOptions: ParsableArguments {
    @OptionGroup var engines: EngineOptions

    @OptionGroup var days: DayOptions
    @OptionGroup private var voice: QuietOptions

    var quiet: Bool { voice.quiet }

    /// What the camera's frames are read with.
    func loadedModel() throws(RecognitionError) -> OCRModel {
        try engines.chosen()
    }

    /// How pictures are read that pages hand over.
    func reading(limits: DecodingLimits, accessKeys: Bool) -> ReadingOptions {
        .given(engines: engines, today: days.today, limits: limits, accessKeys: accessKeys)
    }

    /// The day that decides, asked for whenever one is needed: a host lives longer than a day.
    var clock: @Sendable () -> CalendarDay {
        let fixed = days.today
        return { fixed ?? .today() }
    }
}
