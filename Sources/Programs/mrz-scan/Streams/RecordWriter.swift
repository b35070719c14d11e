import Commands
import JSON
import Reporting

/// Writes results for programs as they come.
struct RecordWriter {
    private let table: CSVTable?
    private let output: StandardOutput
    private var hasHeader = false

    /// - Parameter table: nil for JSON lines.
    init(table: CSVTable?, output: StandardOutput) {
        self.table = table
        self.output = output
    }

    mutating func write(_ record: ResultRecord) throws(OutputError) {
        guard let table else {
            try output.write(record.json.text + "\n")
            return
        }
        try output.write((hasHeader ? "" : table.header) + table.row(record))
        hasHeader = true
    }

    /// A table has its header also where no result came.
    mutating func finish() throws(OutputError) {
        guard let table, !hasHeader else { return }
        try output.write(table.header)
        hasHeader = true
    }
}
