import Commands
import ImageDecoding
import JSON
import OCRModels
import Recognition
import Reporting
import ResultStore
import Threads

/// One run of `mrz-scan batch`: a thread that reads ahead, the workers, and this thread, which writes.
struct BatchRun {
    private let command: BatchCommand
    private let reading: ReadingOptions
    /// What to read with in this process; workers load theirs.
    private let model: OCRModel
    private let store: ResultStore?
    private let sources: BatchSources
    /// How workers are; nil to read in this process.
    private let workers: WorkerSettings?

    init(
        _ command: BatchCommand, _ reading: ReadingOptions, _ model: OCRModel, _ sources: BatchSources,
        _ store: ResultStore?
    ) {
        self.command = command
        self.model = model
        self.sources = sources
        self.reading = reading
        self.store = store
        workers = command.isolation.workers(reading, redact: command.output.redact, quiet: command.quiet)
        // Workers keep the memory of pictures; this process only hands their files on.
        if workers != nil { MallocTuning.giveMemoryBack() }
    }

    private var unpacking: Unpacking { workers?.unpacking ?? .inThisProcess }

    /// - Parameter output: what is written to at last when the program is ended at once.
    func run(_ sink: some BatchSink, _ output: StandardOutput) throws -> ExitStatus {
        let queue = BatchQueue(budget: command.readAhead << 20, ordered: sink.isOrdered)
        let isInterrupted = Monitor(false)
        Interruption.watch(output) {
            isInterrupted.update { $0 = true }
            queue.stop()
        }
        let readingFailure = try startReadingAhead(queue)
        let (reading, model, workers, redact) = (reading, model, workers, command.output.redact)
        for _ in 0..<command.workers {
            try startThread { Self.work(queue, reading.reader(model, workers, redact: redact)) }
        }
        var progress = BatchProgress(isShown: !command.quiet) {
            command.watch ? Monitor(nil) : command.inputs.total(reading.limits, unpacking)
        }
        var failures = Tally()
        var (sink, count) = (sink, 0)
        while let items = try queue.items() {
            count += items.count
            try sink.write(items)
            queue.written(items)
            progress.count(items)
            for record in items.flatMap(\.records) where record.status == .error { failures.count(record) }
        }
        if let failure = readingFailure.update({ $0 }) { throw failure }
        try sink.finish()
        progress.finish()
        if !command.quiet {
            if !isInterrupted.update({ $0 }) { command.inputs.noteNothing(afterReading: count) }
            failures.failureNotes().forEach(note)
        }
        guard isInterrupted.update({ $0 }) else { return try sink.status() }
        if !command.quiet { note(closingSentence) }
        return .interrupted
    }

    private var closingSentence: String {
        store == nil
            ? "Stopped; the results are complete up to the last one written."
            : "Stopped; the same command with --resume goes on from here."
    }

    /// Where the thread leaves the error that ended it.
    private func startReadingAhead(_ queue: BatchQueue) throws -> Monitor<ResultStoreError?> {
        let failure = Monitor<ResultStoreError?>(nil)
        let inputs = BatchInputs(
            InputWalk(command.inputs.paths, list: sources.list, limits: reading.limits, unpacking: unpacking),
            watching: sources.watch, limits: reading.limits, unpacking: unpacking
        ) { queue.isStopped }
        let readAhead = ReadAhead(queue: queue, store: store, limits: reading.limits)
        // It goes to one thread and is not used here any more.
        nonisolated(unsafe) let sent = inputs
        try startThread {
            do throws(ResultStoreError) {
                try readAhead.run(sent)
            } catch {
                failure.update { $0 = error }
                queue.stop()
            }
        }
        return failure
    }

    private static func work(_ queue: BatchQueue, _ reader: any ImageReader) {
        while let job = queue.job() {
            do throws(RecognitionError) {
                let records = try reader.records(of: job.bytes)
                queue.finished(
                    BatchItem(input: job.input, outcome: .read(job.hash, bytes: job.bytes.count, records)))
            } catch {
                queue.failed(error)
            }
        }
    }
}
