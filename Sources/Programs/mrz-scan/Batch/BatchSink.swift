import Commands
import Reporting
import ResultStore

/// Where the outcomes of a batch go.
protocol BatchSink {
    /// Whether outcomes come in the order of the inputs.
    var isOrdered: Bool { get }

    /// Takes outcomes; they are safe when this returns.
    mutating func write(_ items: [BatchItem]) throws

    /// Called after the last outcome.
    mutating func finish() throws

    /// What everything that was written asks the program to end with.
    func status() throws -> ExitStatus
}

/// Results as lines, in the order of the inputs.
struct LineSink: BatchSink {
    var writer: RecordWriter
    private var tally = Tally()

    init(_ writer: RecordWriter) { self.writer = writer }

    let isOrdered = true

    mutating func write(_ items: [BatchItem]) throws {
        for record in items.flatMap(\.records) {
            tally.count(record)
            try writer.write(record)
        }
    }

    mutating func finish() throws { try writer.finish() }

    func status() -> ExitStatus { tally.status }
}

/// Results in a store, which may have others of earlier runs.
struct StoreSink: BatchSink {
    let store: ResultStore
    let isOrdered = false

    func write(_ items: [BatchItem]) throws { try store.commit(items.map(\.stored)) }

    func finish() {}

    func status() throws -> ExitStatus {
        let summary = try store.results.summary()
        var status = ExitStatus.verified
        for (name, _) in summary.statuses.map({ ($0.name, $0.count) }) {
            guard let result = ScanReport.Status(rawValue: name), result != .error else { continue }
            status = status.combined(with: ExitStatus(result, errorCode: nil))
        }
        for error in summary.errors { status = status.combined(with: ExitStatus(.error, errorCode: error.name)) }
        return status
    }
}
