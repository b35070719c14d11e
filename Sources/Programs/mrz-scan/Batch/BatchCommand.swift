import ArgumentParser
import Commands
import Glibc
import MRZParsing
import OCRModels
import Recognition
import Reporting
import ResultStore
import Threads

/// `mrz-scan batch PATH...`: any number of pictures, nothing lost.
struct BatchCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Read folders of any size; stop and resume at any moment.",
        discussion: """
            Reads in confined worker processes: a picture that crashes, hangs or exhausts one gets an error, and the \
            batch goes on. Ctrl-C finishes what is being read; with --out results.sqlite the same command with \
            --resume goes on from there, also after a crash, a power cut or a full disk. `mrz-scan export` writes a \
            store as CSV or JSON lines, `mrz-scan report` sums it up.

            Exit status: as without batch, of everything that the store holds.
            """)

    @OptionGroup var inputs: InputOptions

    @OptionGroup var output: BatchOutputOptions

    @Option(
        help: ArgumentHelp(
            "Read nothing, but say whether this store is as it was written; 66 where it is not.", valueName: "store"),
        completion: .file())
    var check: String?

    @Option(help: ArgumentHelp("Pictures read at the same time; by default one for each core.", valueName: "n"))
    var workers: Int = processorCount

    @Option(help: ArgumentHelp("MiB of files that may be held in memory ahead of the workers.", valueName: "n"))
    var readAhead: Int = 64

    @Flag(help: "Then wait for pictures that come into the folders, until Ctrl-C.")
    var watch = false

    @OptionGroup var isolation: IsolationOptions
    @OptionGroup var reading: ReadingOptions

    @OptionGroup private var voice: QuietOptions

    var quiet: Bool { voice.quiet }

    /// Workers, who reads ahead, who counts inputs, and who waits for signals.
    var threads: Int { workers + 3 }

    func validate() throws {
        if check != nil, inputs.isGiven || output.out != nil {
            throw ValidationError("--check looks at a store and reads nothing: give no paths and no --out.")
        }
        if check != nil, watch || output.redact {
            throw ValidationError("--check looks at a store and reads nothing: give no --watch and no --redact.")
        }
        if output.redact, reading.accessKeys {
            throw ValidationError("--redact leaves out what --access-keys adds: give one of them.")
        }
        guard (1...1024).contains(workers) else { throw ValidationError("--workers must be between 1 and 1024.") }
        guard (1...1 << 24).contains(readAhead) else {
            throw ValidationError("--read-ahead must be between 1 and 16777216.")
        }
        if watch, inputs.filesFrom != nil { throw ValidationError("--watch is for folders, not for --files-from.") }
    }

    func run(on standardOutput: StandardOutput) throws -> ExitStatus {
        if let check { return try report(on: check, to: standardOutput) }
        inputs.endWithoutAny(of: Self.self)
        // What is wrong with these is said before there is any output.
        let sources = try BatchSources(inputs, isWatched: watch)
        let model = try reading.loadedModel()
        switch output.chosenFormat {
        case .sqlite:
            let store = try openStore()
            for sentence in store.damage?.sentences ?? [] { note("\(sentence) It is left out and read again.") }
            var reading = reading
            // A run that is resumed on another day judges as on the first.
            reading.givenDay = store.options["--today"].flatMap(CalendarDay.init(argument:))
            do {
                return try BatchRun(self, reading, model, sources, store).run(StoreSink(store: store), standardOutput)
            } catch  where error is ThreadError || error is RecognitionError {
                // Where there may be no threads any more, SQLite's queues would wait for one to be closed by: the store
                // is left as after a crash, in which everything is there.
                _ = Unmanaged.passRetained(store)
                throw error
            }
        case .jsonl, .csv:
            let file = try output.out.map { path throws(OutputError) in try StandardOutput.file(path) }
            let table = output.chosenFormat == .csv ? CSVTable(accessKeys: reading.accessKeys) : nil
            let writer = RecordWriter(table: table, output: file ?? standardOutput)
            let run = BatchRun(self, reading, model, sources, nil)
            let status = try run.run(LineSink(writer), file ?? standardOutput)
            try file?.finish()
            return status
        }
    }

    private func report(on store: String, to standardOutput: StandardOutput) throws -> ExitStatus {
        let damage = try ResultStore.reading(store).damage()
        for sentence in damage.sentences { try standardOutput.write(sentence + "\n") }
        guard damage.isEmpty else { return .unreadable }
        let whole = "The store is as it was written.\n"
        let unknown = "An earlier version has written this store, without checksums; a run with --resume adds them.\n"
        try standardOutput.write(damage.hasChecksums ? whole : unknown)
        return .verified
    }

    /// Where relative names begin; nil where the system does not say.
    private static var folder: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(validatingCString: path)
    }

    private func openStore() throws(ResultStoreError) -> ResultStore {
        let path = output.out ?? ""
        let run = ResultStore.Run(
            program: MRZScan.version, inputs: inputs.paths + (inputs.filesFrom.map { ["--files-from=\($0)"] } ?? []),
            folder: Self.folder)
        var options = [
            "--redact": "\(output.redact)", "--access-keys": "\(reading.accessKeys)",
            "--model": reading.engines.model ?? "built-in", "--engine": reading.engines.engine?.rawValue ?? "network",
            "--threshold": reading.engines.threshold.rawValue, "--max-pixels": "\(reading.maxPixels)",
            "--max-bytes": "\(reading.maxBytes)", "--max-pages": "\(reading.maxPages)",
        ]
        let firstOptions = options.merging(["--today": reading.today.argument]) { $1 }
        if output.resume, access(path, F_OK) == 0 {
            if let today = reading.givenDay { options["--today"] = today.argument }
            return try ResultStore.resume(at: path, options: options, orBeginWith: firstOptions, run: run)
        }
        return try ResultStore.create(at: path, options: firstOptions, run: run)
    }
}
