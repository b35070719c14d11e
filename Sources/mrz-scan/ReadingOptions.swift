public import ArgumentParser
import ImageDecoding
import MRZParsing
import MRZScan
public import OCRModels
public import Recognition

extension OCRModel.Engine: ExpressibleByArgument {}
extension LineThreshold: ExpressibleByArgument {}

/// What decides how pictures are read, wherever they come from.
struct ReadingOptions: ParsableArguments {
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
            "The day that decides about centuries and expiry instead of today.", valueName: "yyyy-mm-dd"))
    var today: CalendarDay?

    @Option(help: ArgumentHelp("Refuse pages with more pixels than this.", valueName: "n"))
    var maxPixels: Int = DecodingLimits().maxPixels

    @Option(help: ArgumentHelp("Refuse files with more bytes than this.", valueName: "n"))
    var maxBytes: Int = DecodingLimits().maxBytes

    @Option(help: ArgumentHelp("Refuse files with more pages than this.", valueName: "n"))
    var maxPages: Int = DecodingLimits().maxPages

    @Flag(help: "Add the keys to the chip to verified passports and cards. Who has them can read the chip.")
    var accessKeys = false

    func validate() throws {
        for (name, value) in [("max-pixels", maxPixels), ("max-bytes", maxBytes), ("max-pages", maxPages)]
        where value < 1 {
            throw ValidationError("--\(name) must be at least 1.")
        }
    }

    /// What an input may cost. HEIF files are decoded in processes of their own.
    var limits: DecodingLimits {
        DecodingLimits(
            maxBytes: maxBytes, maxPixels: maxPixels, maxPages: maxPages, heifProgram: DecodingLimits.ownProgram)
    }

    /// The day that decides about centuries and expiry.
    var reference: CalendarDay { today ?? .today() }

    func loadedModel() throws(RecognitionError) -> OCRModel {
        try .chosen(model, engine: engine, threshold: threshold)
    }

    /// How pictures and frames are read.
    func configuration(_ model: OCRModel) -> MRZReader.Configuration {
        var configuration = MRZReader.Configuration()
        configuration.model = model
        configuration.today = reference
        configuration.limits = limits
        configuration.givesAccessKeys = accessKeys
        return configuration
    }

    /// What reads whole files for one thread.
    ///
    /// - Parameters:
    ///   - model: what to read with in this process.
    ///   - workers: how worker processes are; nil to read in this one.
    func reader(_ model: OCRModel, _ workers: WorkerSettings?, redact: Bool = false) -> any ImageReader {
        if let workers { return WorkerReader(workers) }
        return DirectReader(MRZReader(configuration(model)), limits: limits, redact: redact)
    }

    /// The options as another process is given them.
    var arguments: [String] {
        var arguments = [
            "--today", reference.argument, "--max-pixels", "\(maxPixels)", "--max-bytes", "\(maxBytes)",
            "--max-pages", "\(maxPages)",
        ]
        if let model { arguments += ["--model=\(model)"] }
        if let engine { arguments += ["--engine", engine.rawValue] }
        if threshold != .none { arguments += ["--threshold", threshold.rawValue] }
        if accessKeys { arguments.append("--access-keys") }
        return arguments
    }
}

extension ReadingOptions {
    /// As if all of them had been given on the command line.
    ///
    /// It is no initialiser: what one assigns to the wrapped properties after `self.init()` is lost (Swift 6.3).
    ///
    /// - Parameter model: the path of a model; nil for the built-in one.
    static func given(
        model: String?, engine: OCRModel.Engine?, threshold: LineThreshold, today: CalendarDay?, limits: DecodingLimits,
        accessKeys: Bool
    ) -> ReadingOptions {
        var options = ReadingOptions()
        options.model = model
        options.engine = engine
        options.threshold = threshold
        options.today = today
        options.maxPixels = limits.maxPixels
        options.maxBytes = limits.maxBytes
        options.maxPages = limits.maxPages
        options.accessKeys = accessKeys
        return options
    }
}
