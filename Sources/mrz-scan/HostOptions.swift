import ArgumentParser
import ImageDecoding
import MRZParsing
import MRZScan
import OCRModels
import Recognition

/// What the commands have in common that host the bridge.
struct HostOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The Tesseract model to read with instead of the built-in one.", valueName: "file"),
        completion: .file())
    var model: String?

    @Option(
        help: ArgumentHelp(
            "What reads the lines: network, the program's own, or tesseract. By default network where it knows the model.",
            valueName: "name"))
    var engine: OCRModel.Engine?

    @Option(help: "How lines are made black and white before they are read: none, otsu, adaptive or sauvola.")
    var threshold = LineThreshold.none

    @Option(
        help: ArgumentHelp(
            "The day that decides about centuries and expiry; the system's date if not given.",
            valueName: "yyyy-mm-dd"))
    var today: CalendarDay?

    @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors that end the program.")
    var quiet = false

    /// What the camera's frames are read with.
    func loadedModel() throws(RecognitionError) -> OCRModel {
        try .chosen(model, engine: engine, threshold: threshold)
    }

    /// How pictures are read that pages hand over.
    func reading(limits: DecodingLimits, accessKeys: Bool) -> ReadingOptions {
        .given(
            model: model, engine: engine, threshold: threshold, today: today, limits: limits, accessKeys: accessKeys)
    }

    /// The day that decides, asked for whenever one is needed: a host lives longer than a day.
    var clock: @Sendable () -> CalendarDay {
        let fixed = today
        return { fixed ?? .today() }
    }
}
