import ArgumentParser
import Commands
import ImageDecoding
import MRZParsing
import MRZScan
import Reporting

/// `mrz-scan parse`: MRZs in a text to the same results.
struct ParseCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Read the MRZs in a text.",
        discussion: """
            Finds MRZs among other words, also in lower case, indented or with blanks between the characters.

            Exit status: 0 every MRZ verified, 1 one not verified, 65 no MRZ, 66 the text could not be read.
            """)

    @Argument(help: "A text, or - for standard input.", completion: .file())
    var file = "-"

    @Option(help: "How results are written: text, jsonl or csv. The default is text on a terminal and jsonl elsewhere.")
    var format: ResultFormat?

    @OptionGroup var days: DayOptions

    @OptionGroup private var keys: AccessKeysOptions

    var accessKeys: Bool { keys.accessKeys }

    func run(on output: StandardOutput) throws -> ExitStatus {
        Interruption.watch(output)
        if file == "-" { noteTerminalInput("A text") }
        var writer = ReportWriter(format: format, accessKeys: accessKeys, output: output)
        for report in reports() { try writer.write(report) }
        try writer.finish()
        if !output.isTerminal { writer.tally.failureNotes().forEach(note) }
        return writer.tally.hasNothingButAbsence ? .noMRZ : writer.tally.status
    }

    private func reports() -> [ScanReport] {
        var configuration = MRZReader.Configuration()
        configuration.today = days.day
        configuration.givesAccessKeys = accessKeys
        do throws(DecodingError) {
            return MRZReader(configuration).parse(try TextInput.text(of: file), source: file)
        } catch {
            return [ScanReport(source: file, outcome: .failed(.init(error)))]
        }
    }
}
