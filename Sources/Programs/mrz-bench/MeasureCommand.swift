import ArgumentParser
import Commands
import Evaluation
import JSON
import MRZParsing
import MRZScan
import OCRModels
import Recognition
import Threads
import V4L2Capture

/// `mrz-bench DATASET`: how well labelled pictures are read, and how fast.
struct MeasureCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Measure accuracy and speed on labelled pictures (the default).",
        discussion: """
            DATASET is a folder with a labels.jsonl as Samples/README.md describes it. What is printed shows the lines \
            of its labels: use it on specimens, not on people's documents. Exit status 1 says that something was \
            falsely verified or is worse than in the baseline.
            """)

    @Argument(
        help: ArgumentHelp("A folder with pictures and a labels.jsonl.", valueName: "dataset"), completion: .directory)
    var dataset: String

    @Option(
        help: ArgumentHelp("Write the results as JSON to a file, or to standard output for -.", valueName: "file"),
        completion: .file())
    var json: String?

    @Option(help: ArgumentHelp("Write the results as a page for browsers.", valueName: "file"), completion: .file())
    var report: String?

    @Option(
        help: ArgumentHelp("Compare with an earlier run; fail if anything is worse.", valueName: "file"),
        completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write what later runs are compared with: accuracy only.", valueName: "file"),
        completion: .file())
    var saveBaseline: String?

    @Option(
        help: ArgumentHelp(
            "Take only labels with this text in their path, or of this format or condition.", valueName: "text"))
    var filter: String?

    @Option(help: ArgumentHelp("Take only the first so many labels.", valueName: "n"))
    var limit: Int?

    @OptionGroup private var parallel: JobsOptions

    var jobs: Int { parallel.jobs }

    @OptionGroup var engines: EngineOptions

    // The same on every day by default, so that the same program gives the same results.
    @Option(
        help: ArgumentHelp(
            "The day that decides about centuries and expiry instead of 2026-01-01.", valueName: "yyyy-mm-dd"))
    var today: CalendarDay?

    @Option(
        help: ArgumentHelp(
            "Another reader to run on the same pictures: a name and a shell command with {image} in it. Repeatable.",
            valueName: "name=command"))
    var peer: [PeerCommand] = []

    @Option(help: ArgumentHelp("Stop a peer that needs longer than this for a picture.", valueName: "seconds"))
    var peerLimit: Int = 60

    @Flag(
        help: """
            Play the pages as video before a live scan instead: each on its own, then each with the next one taking \
            its place in mid-stream.
            """)
    var live = false

    @Option(
        help: ArgumentHelp(
            "With --live: pack frames as a camera does, GREY, YUYV or MJPG, and count what unpacking them takes.",
            valueName: "name"))
    var pixelFormat: PixelFormat?

    @Flag(help: "Read with every engine and every threshold, and print one table.")
    var everyEngine = false

    private static var referenceDay: CalendarDay {
        guard let day = CalendarDay(year: 2026, month: 1, day: 1) else { preconditionFailure("a day that exists") }
        return day
    }

    var threads: Int { jobs + 1 }

    func validate() throws {
        for (name, value) in [("limit", limit ?? 1), ("peer-limit", peerLimit)] where value < 1 {
            throw ValidationError("--\(name) must be at least 1.")
        }
        let others = [json, report, baseline, saveBaseline].contains { $0 != nil } || !peer.isEmpty
        if live, others {
            throw ValidationError(
                "--live goes with --pixel-format, --filter, --limit, --jobs, --model and --today only.")
        }
        if everyEngine, others || live || engines.engine != nil || engines.threshold != .none {
            throw ValidationError("--every-engine goes with --model, --filter, --limit, --jobs and --today only.")
        }
        guard let pixelFormat else { return }
        guard live else { throw ValidationError("--pixel-format is for video: give --live as well.") }
        guard CameraPacking(pixelFormat) != nil else {
            let names = CameraPacking.formats.map(\.description).joined(separator: ", ")
            throw ValidationError("--pixel-format must be one of \(names).")
        }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        var reading = MRZReader.Configuration()
        reading.model = try engines.chosen()
        reading.today = today ?? Self.referenceDay
        reading.limits = .isolatingHEIF
        let set = try LabelledSet(folder: dataset, filter: filter, limit: limit)
        if live { return try runLive(reading, set, output) }
        if everyEngine { return try runEveryEngine(reading, set, output) }
        let earlier = try baseline.map(Self.baseline)
        let results = try BenchScan(set: set, reading: reading, jobs: jobs).results()
        let evaluation = Evaluation(results.verdicts)
        let now = Baseline(evaluation)
        let run = BenchRun(
            dataset: dataset, evaluation: evaluation, workers: jobs, wall: results.wall,
            peakMemory: results.peakMemory, peers: peer.map { self.run(of: $0, on: set, beside: results.verdicts) },
            comparison: earlier.map { BaselineComparison(of: now, with: $0, isWhole: set.isWhole) })
        try output.write(json == "-" ? run.json.text + "\n" : run.text)
        if let json, json != "-" { try OutputFile.write(run.json.text + "\n", to: json) }
        if let report { try OutputFile.write(run.page(previews: Self.previews(of: evaluation, in: set)), to: report) }
        if let saveBaseline { try OutputFile.write(now.text, to: saveBaseline) }
        return run.isPassing ? .verified : .notVerified
    }

    private func runLive(
        _ reading: MRZReader.Configuration, _ set: LabelledSet, _ output: StandardOutput
    ) throws -> ExitStatus {
        let bench = LiveBench(
            set: set, reading: reading, jobs: jobs, packing: pixelFormat.flatMap { CameraPacking($0) })
        var falselyVerified = 0
        for (title, swapping) in [("Each page on its own", false), ("Each page replaced by the next one", true)] {
            let evaluation = LiveEvaluation(try bench.verdicts(swapping: swapping))
            falselyVerified += evaluation.falselyVerified
            try output.write("\(title)\n\(evaluation.text)\n")
        }
        return falselyVerified == 0 ? .verified : .notVerified
    }

    private func runEveryEngine(
        _ reading: MRZReader.Configuration, _ set: LabelledSet, _ output: StandardOutput
    ) throws -> ExitStatus {
        var table = EngineTable()
        for engine in OCRModel.Engine.allCases {
            for threshold in LineThreshold.allCases {
                var reading = reading
                reading.model.engine = engine
                reading.model.threshold = threshold
                let results = try BenchScan(set: set, reading: reading, jobs: jobs).results()
                table.add(
                    engine: engine.rawValue, threshold: threshold.rawValue, Evaluation(results.verdicts))
            }
        }
        try output.write(table.text)
        return table.falseVerified == 0 ? .verified : .notVerified
    }

    private static func baseline(_ path: String) throws(BenchFileError) -> Baseline {
        guard let baseline = Baseline(json: try BenchFileError.text(of: path)) else {
            throw BenchFileError(path: path, message: "This is no result of an earlier run.")
        }
        return baseline
    }

    private static func previews(of evaluation: Evaluation, in set: LabelledSet) -> [String: FailurePreviews] {
        var previews: [String: FailurePreviews] = [:]
        for verdict in evaluation.failures {
            previews[verdict.label.name] = FailurePreviews(of: verdict, path: set.path(of: verdict.label.image))
        }
        return previews
    }

    private func run(of peer: PeerCommand, on set: LabelledSet, beside verdicts: [PageVerdict]) -> PeerRun {
        let labels = set.singlePages
        var progress = ProgressBar(peer.name, total: labels.count)
        var theirs: [PageVerdict] = []
        let paths = labels.map { set.path(of: $0.image) }
        let limit = Duration.seconds(peerLimit)
        inParallel(labels.count, jobs: jobs) { number in
            peer.reading(of: paths[number], within: limit)
        } each: { number, reading in
            theirs.append(PageVerdict(reading, of: labels[number]))
            progress.show(number + 1)
        }
        let names = Set(labels.map(\.name))
        return PeerRun(
            name: peer.name, evaluation: Evaluation(theirs),
            ours: Evaluation(verdicts.filter { names.contains($0.label.name) }))
    }
}
