import ArgumentParser
import Frames
import ImageDecoding
import LiveScanning
import MRZParsing
import OCRModels
import Recognition
import Reporting
import Threads

/// `mrz-scan PATH...`: pictures to results.
struct ScanCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Read the MRZs in pictures (the default).")

    @Argument(help: "Pictures, folders of pictures, or - for standard input.")
    var paths: [String] = []

    @OptionGroup
    var live: LiveOptions

    @Option(help: "How results are written: text, jsonl or csv. The default is text on a terminal and jsonl elsewhere.")
    var format: ResultFormat?

    @Option(help: ArgumentHelp("The Tesseract model to read with instead of the built-in one.", valueName: "file"))
    var model: String?

    @Option(help: ArgumentHelp("Pages read at the same time; by default one for each core.", valueName: "n"))
    var jobs: Int = processorCount

    @Option(help: ArgumentHelp("The day that decides about centuries and expiry.", valueName: "yyyy-mm-dd"))
    var today: CalendarDay = .today()

    @Option(help: ArgumentHelp("Refuse pages with more pixels than this.", valueName: "n"))
    var maxPixels: Int = DecodingLimits().maxPixels

    @Option(help: ArgumentHelp("Refuse files with more bytes than this.", valueName: "n"))
    var maxBytes: Int = DecodingLimits().maxBytes

    @Option(help: ArgumentHelp("Refuse files with more pages than this.", valueName: "n"))
    var maxPages: Int = DecodingLimits().maxPages

    @Flag(help: "Add the keys to the chip to verified passports and cards. Who has them can read the chip.")
    var accessKeys = false

    @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors that end the program.")
    var quiet = false

    func validate() throws {
        if live.source.isGiven, !paths.isEmpty {
            throw ValidationError("Give paths, or --images for a live scan, not both.")
        }
        if !live.source.isGiven, paths.isEmpty { throw ValidationError("Missing expected argument '<paths> ...'") }
        for (name, value) in [
            ("jobs", jobs), ("max-pixels", maxPixels), ("max-bytes", maxBytes), ("max-pages", maxPages),
        ] where value < 1 {
            throw ValidationError("--\(name) must be at least 1.")
        }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        if let source = live.source.source { return try scan(source, on: output) }
        Interruption.watch(output)
        let model = try ocrModel()
        let limits = DecodingLimits(maxBytes: maxBytes, maxPixels: maxPixels, maxPages: maxPages)
        let queue = ScanQueue(paths)
        let worker = Worker(queue: queue, model: model, limits: limits, reference: today, accessKeys: accessKeys)
        for _ in 0..<jobs { startThread { worker.run() } }
        var writer = ReportWriter(format: format, accessKeys: accessKeys, output: output)
        while let reports = try queue.reports() {
            for report in reports { try writer.write(report) }
        }
        if !quiet, let hint = writer.tally.hint { note(hint) }
        return writer.tally.status
    }

    private func scan(_ source: any FrameSource, on output: StandardOutput) throws -> ExitStatus {
        let stop = StopSignal()
        Interruption.watch(output) { stop.raise() }
        let run = LiveRun(
            options: live, model: try ocrModel(), reference: today, accessKeys: accessKeys, quiet: quiet)
        var writer = LiveWriter(format: format, accessKeys: accessKeys, quiet: quiet, output: output)
        return try run.run(source, into: &writer, stop: stop)
    }

    private func ocrModel() throws(RecognitionError) -> OCRModel {
        guard let model else { return .builtIn }
        return try OCRModel(path: model)
    }
}
