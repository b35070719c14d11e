import ArgumentParser
import Commands
import ImageDecoding
import MRZParsing
import MRZScan
import OCRModels
import Recognition

/// What decides how pictures are read, wherever they come from.
struct ReadingOptions: ParsableArguments {
    @OptionGroup var engines: EngineOptions

    @OptionGroup var days: DayOptions

    @Option(help: ArgumentHelp("Refuse pages with more pixels than this.", valueName: "n"))
    var maxPixels: Int = DecodingLimits().maxPixels

    @Option(help: ArgumentHelp("Refuse files with more bytes than this.", valueName: "n"))
    var maxBytes: Int = DecodingLimits().maxBytes

    @Option(help: ArgumentHelp("Refuse files with more pages than this.", valueName: "n"))
    var maxPages: Int = DecodingLimits().maxPages

    @OptionGroup private var keys: AccessKeysOptions

    var accessKeys: Bool { keys.accessKeys }

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
    var today: CalendarDay { days.day }

    /// The day that was given; nil for the system's date.
    var givenDay: CalendarDay? {
        get { days.today }
        set { days.today = newValue }
    }

    func loadedModel() throws(RecognitionError) -> OCRModel {
        try engines.chosen()
    }

    /// How pictures and frames are read.
    func configuration(_ model: OCRModel) -> MRZReader.Configuration {
        var configuration = MRZReader.Configuration()
        configuration.model = model
        configuration.today = givenDay
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
            "--max-pixels", "\(maxPixels)", "--max-bytes", "\(maxBytes)", "--max-pages", "\(maxPages)",
        ]
        // A worker asks for the date anew where none was given: some live for longer than a day.
        if let givenDay { arguments += ["--today", givenDay.argument] }
        arguments += engines.arguments
        if accessKeys { arguments.append("--access-keys") }
        return arguments
    }
}

extension ReadingOptions {
    /// The options as if all of them had been given on the command line.
    ///
    /// It is no initialiser: what one assigns to the wrapped properties after `self.init()` is lost (Swift 6.3).
    ///
    /// - Parameters:
    ///   - engines: what reads, and with which model.
    ///   - today: nil for the system's date.
    ///   - limits: what an input may cost.
    ///   - accessKeys: whether results have the keys to the chip.
    static func given(
        engines: EngineOptions, today: CalendarDay?, limits: DecodingLimits, accessKeys: Bool
    ) -> ReadingOptions {
        var options = ReadingOptions()
        options.engines = engines
        var days = DayOptions()
        days.today = today
        options.days = days
        options.maxPixels = limits.maxPixels
        options.maxBytes = limits.maxBytes
        options.maxPages = limits.maxPages
        var keys = AccessKeysOptions()
        keys.accessKeys = accessKeys
        options.keys = keys
        return options
    }
}
