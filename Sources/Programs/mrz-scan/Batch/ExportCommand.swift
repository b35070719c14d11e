import ArgumentParser
import Reporting
import ResultStore

/// `mrz-scan export STORE`: the results of a store as lines.
struct ExportCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the results of a store as CSV or JSON lines.",
        discussion: "Results come in the order of the inputs and look as those of mrz-scan itself do.")

    @Argument(help: "The store that batch has written.")
    var store: String

    @Option(help: "How results are written: jsonl or csv.")
    var format: Format = .jsonl

    @Option(
        help: ArgumentHelp(
            "The file to write to; it is made so that only you can read it. Standard output without it.",
            valueName: "file"))
    var out: String?

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case jsonl
        case csv
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        Interruption.watch(output)
        let results = try ResultStore.reading(store)
        let file = try out.map { path throws(OutputError) in try StandardOutput.file(path) }
        let table = format == .csv ? CSVTable(accessKeys: try results.hasAccessKeys()) : nil
        var writer = RecordWriter(table: table, output: file ?? output)
        try results.visit { record throws(OutputError) in try writer.write(record) }
        return .verified
    }
}
