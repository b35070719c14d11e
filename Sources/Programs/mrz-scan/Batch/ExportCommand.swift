import ArgumentParser
import Commands
import Reporting
import ResultStore

/// `mrz-scan export STORE`: the results of a store as lines.
struct ExportCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the results of a store as CSV or JSON lines.",
        discussion: """
            Results come in the order of the inputs and look as those of mrz-scan itself do; what people made of them \
            with `mrz-scan review` stands beside the reading. Inputs of which the store \
            is damaged are left out and named, and the exit status is 66.
            """)

    @Argument(help: "The store that batch has written.", completion: .file())
    var store: String

    @Option(help: "How results are written: jsonl or csv. By default as the file's name ends, else jsonl.")
    var format: Format?

    @Option(
        help: ArgumentHelp(
            "The file to write to; it is made so that only you can read it. Standard output without it.",
            valueName: "file"),
        completion: .file())
    var out: String?

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case jsonl
        case csv
    }

    private var chosenFormat: Format { format ?? out.flatMap(Format.named) ?? .jsonl }

    func validate() throws {
        try validateOutput(out, "--out")
        if format == nil { try Format.validateEnding(of: out) }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        Interruption.watch(output)
        let results = try ResultStore.reading(store)
        let table =
            chosenFormat == .csv
            ? CSVTable(accessKeys: try results.hasAccessKeys(), corrections: try results.hasCorrections()) : nil
        let damage = try output.write(toFile: out) { output in
            var writer = RecordWriter(table: table, output: output)
            let damage = try results.visit { record throws(OutputError) in try writer.write(record) }
            try writer.finish()
            return damage
        }
        for sentence in damage.sentences { note("error: \(sentence)") }
        return damage.isEmpty ? .verified : .unreadable
    }
}
