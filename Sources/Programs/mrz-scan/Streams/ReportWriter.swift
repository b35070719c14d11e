import Commands
import Glibc
import Reporting

/// Writes results in one format as they come, and counts them.
struct ReportWriter {
    private var appearance: Appearance
    private let output: StandardOutput
    private(set) var tally = Tally()

    private enum Appearance {
        case text(TextReport)
        case records(RecordWriter)
    }

    /// - Parameters:
    ///   - format: nil for text on a terminal and JSON lines elsewhere.
    ///   - accessKeys: whether a table has columns for them.
    init(format: ResultFormat?, accessKeys: Bool = false, output: StandardOutput) {
        self.output = output
        switch format ?? (output.isTerminal ? .text : .jsonl) {
        case .text: appearance = .text(TextReport(colored: output.isTerminal && Self.wantsColors))
        case .jsonl: appearance = .records(RecordWriter(table: nil, output: output))
        case .csv: appearance = .records(RecordWriter(table: CSVTable(accessKeys: accessKeys), output: output))
        }
    }

    /// Counts a report that somebody else writes.
    mutating func count(_ report: ScanReport) { tally.count(ResultRecord(report)) }

    mutating func write(_ report: ScanReport) throws(OutputError) {
        let record = ResultRecord(report)
        tally.count(record)
        switch appearance {
        case .text(let text): try output.write(text.text(of: report))
        case .records(var writer):
            try writer.write(record)
            appearance = .records(writer)
        }
    }

    /// Called after the last report.
    mutating func finish() throws(OutputError) {
        guard case .records(var writer) = appearance else { return }
        try writer.finish()
        appearance = .records(writer)
    }

    /// See no-color.org; a dumb terminal has none.
    private static var wantsColors: Bool {
        let off = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let term = getenv("TERM").map { String(cString: $0) }
        return !off && term != nil && term != "dumb"
    }
}
