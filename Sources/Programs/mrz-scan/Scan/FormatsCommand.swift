import ArgumentParser
import Commands
import JSON
import Reporting

/// `mrz-scan formats`: the layouts that are read.
struct FormatsCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "formats", abstract: "List the MRZ formats that are read.")

    @Option(help: "text, or jsonl with the place of every field and check digit. The default is text.")
    var format: TableFormat = .text

    enum TableFormat: String, ExpressibleByArgument, CaseIterable {
        case text, jsonl
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        switch format {
        case .text: try output.write(FormatTable.text)
        case .jsonl: try output.write(FormatTable.json.map { $0.text + "\n" }.joined())
        }
        return .verified
    }
}
