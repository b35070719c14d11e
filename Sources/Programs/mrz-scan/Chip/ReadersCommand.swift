import ArgumentParser
import Chip
import Commands
import JSON
import PCSC
import Reporting

/// `mrz-scan readers`: the readers for chips, and what lies on them.
struct ReadersCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "readers", abstract: "List the readers for chips, and whether a document lies on them.",
        discussion: """
            Lists what the PC/SC service of the system knows.

            Exit status: 0, also when there is no reader; 69 when there is no such service.
            """)

    @Option(help: "text, or jsonl. The default is text.")
    var format: FormatsCommand.TableFormat = .text

    func run(on output: StandardOutput) throws -> ExitStatus {
        let readers = try CardReader.all()
        if readers.isEmpty { note("There is no reader.") }
        for reader in readers {
            switch format {
            // A reader may have any name; this one goes to a terminal.
            case .text: try output.write("\(reader.name.printable())  \(reader.state.rawValue)\n")
            case .jsonl: try output.write(Self.json(of: reader).text + "\n")
            }
        }
        return .verified
    }

    private static func json(of reader: CardReader) -> JSONValue {
        [
            "schema": .integer(ScanReport.schema), "type": "reader", "name": .string(reader.name),
            "state": .string(reader.state.rawValue), "extendedLengths": .bool(reader.takesExtendedLengths),
        ]
    }
}
