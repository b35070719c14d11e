import Commands
import Glibc
import JSON
import LiveScanning
import Reporting

/// Writes what a live scan says: results and, as JSON lines, progress to standard output; to a person a status line.
struct LiveWriter {
    private var reports: ReportWriter
    private let output: StandardOutput
    private let isJSON: Bool
    /// Whether a line of standard error is drawn over and over.
    private let hasStatusLine: Bool
    private var drawn: LiveStatus?

    init(format: ResultFormat?, accessKeys: Bool, quiet: Bool, output: StandardOutput) {
        reports = ReportWriter(format: format, accessKeys: accessKeys, output: output)
        self.output = output
        isJSON = (format ?? (output.isTerminal ? .text : .jsonl)) == .jsonl
        // Progress on the standard output of a terminal and a status line would overwrite each other.
        hasStatusLine = !quiet && isatty(STDERR_FILENO) == 1 && !(isJSON && output.isTerminal)
    }

    /// What the results so far amount to.
    var status: ExitStatus { reports.tally.status }

    mutating func write(_ status: LiveStatus) throws(OutputError) {
        if isJSON { try output.write(status.json.text + "\n") }
        guard hasStatusLine, drawn?.hint != status.hint || drawn?.progress != status.progress else { return }
        drawn = status
        let text = ProgressBar.fitted("[\(status.progress.rawValue)/3] ", status.hint.sentence)
        ProgressBar.draw("\r\u{1B}[K" + text)
    }

    mutating func write(_ report: ScanReport) throws(OutputError) {
        clear()
        guard isJSON else { return try reports.write(report) }
        reports.count(report)
        var members: [JSONValue.Member] = [.init("type", .string("result"))]
        if case .object(let rest) = report.json { members += rest }
        try output.write(JSONValue.object(members).text + "\n")
    }

    /// Called after the last result.
    mutating func finish() throws(OutputError) { try reports.finish() }

    /// Takes the status line away.
    mutating func clear() {
        guard drawn != nil else { return }
        drawn = nil
        ProgressBar.draw("\r\u{1B}[K")
    }
}

extension LiveStatus {
    /// One line of `--format jsonl`.
    var json: JSONValue {
        [
            "type": "progress", "stateIndex": .integer(progress.rawValue), "state": .string(progress.name),
            "hint": .string(hint.rawValue), "message": .string(hint.sentence),
        ]
    }
}
