import Reporting

/// Writes results in one format as they come, and counts them.
struct ReportWriter {
    private let format: ResultFormat
    private let output: StandardOutput
    private(set) var tally = Tally()

    /// - Parameter format: nil for text on a terminal and JSON lines elsewhere.
    init(format: ResultFormat?, output: StandardOutput) {
        self.format = format ?? (output.isTerminal ? .text : .jsonl)
        self.output = output
    }

    mutating func write(_ report: ScanReport) throws(OutputError) {
        tally.count(report)
        try output.write(report.json.text + "\n")
    }
}
