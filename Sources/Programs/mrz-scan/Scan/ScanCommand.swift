import ArgumentParser
import Bridge
import Commands
import Frames
import Glibc
import ImageDecoding
import JSON
import LiveScanning
import Threads

/// `mrz-scan PATH...`: pictures to results.
struct ScanCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Read the MRZs in pictures (the default).")

    @OptionGroup var inputs: InputOptions
    @OptionGroup var live: LiveOptions

    @Option(
        help: """
            How results are written: text, jsonl or csv; of a live scan also bridge, the messages of camera.scanMRZ. \
            The default is text on a terminal and jsonl elsewhere.
            """, completion: .list(ScanFormat.allValueStrings))
    var format: ScanFormat?

    @Option(help: "With --format bridge: union (all that is known) or strict (number, birth and expiry only).")
    var results: ResultShape?

    @OptionGroup private var parallel: JobsOptions

    var jobs: Int { parallel.jobs }

    @OptionGroup var reading: ReadingOptions

    @OptionGroup private var voice: QuietOptions

    var quiet: Bool { voice.quiet }

    /// The threads besides the one that waits for signals: workers and who counts inputs, or a camera with its reader
    /// and tie-breaker.
    var threads: Int { live.source.isGiven ? 4 : jobs + 2 }

    func validate() throws {
        if live.source.isGiven, inputs.isGiven {
            throw ValidationError("Give paths, or --device or --images for a live scan, not both.")
        }
        guard case .bridge = format else {
            if results != nil { throw ValidationError("--results is for --format bridge.") }
            return
        }
        if !live.source.isGiven { throw ValidationError("--format bridge is for --device and --images.") }
        if live.count > 1 || live.continuous || live.reconnect || live.saveFrame != nil || live.statistics {
            throw ValidationError("--format bridge is one scan, and goes with --timeout only.")
        }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        if let source = live.source.source { return try scan(source, on: output) }
        inputs.endWithoutAny(of: Self.self)
        if inputs.paths.contains("-") { noteTerminalInput("A picture") }
        Interruption.watch(output)
        let queue = ScanQueue(InputWalk(inputs.paths, list: try inputs.openedList(), limits: reading.limits))
        let worker = Worker(
            queue: queue, reading: reading.configuration(try reading.loadedModel()))
        for _ in 0..<jobs { try startThread { worker.run() } }
        var writer = ReportWriter(format: format?.results, accessKeys: reading.accessKeys, output: output)
        // What is printed on a terminal shows by itself how far the work is.
        var progress = BatchProgress(isShown: !quiet && !output.isTerminal && isatty(STDERR_FILENO) == 1) {
            inputs.total(reading.limits, .inThisProcess)
        }
        while let reports = try queue.reports() {
            for report in reports { try writer.write(report) }
            progress.count(reports, done: queue.finishedInputs)
        }
        try writer.finish()
        progress.clear()
        if !quiet {
            inputs.noteNothing(afterReading: queue.finishedInputs)
            writer.tally.notes(areFailuresSeen: output.isTerminal).forEach(note)
        }
        return writer.tally.status
    }

    private func scan(_ source: any FrameSource, on output: StandardOutput) throws -> ExitStatus {
        try live.source.requirePictures()
        if case .bridge = format {
            let run = BridgeRun(
                source: live.source, model: try reading.loadedModel(), today: reading.today,
                accessKeys: reading.accessKeys, results: results ?? .union, limit: live.timeLimit ?? .seconds(120))
            return try run.run(on: output)
        }
        let stop = StopSignal()
        Interruption.watch(output) { stop.raise() }
        let run = LiveRun(
            options: live, reading: reading.configuration(try reading.loadedModel()), quiet: quiet)
        var writer = LiveWriter(format: format?.results, accessKeys: reading.accessKeys, quiet: quiet, output: output)
        return try run.run(source, into: &writer, stop: stop)
    }
}
