import ArgumentParser
import Commands
import MRZScan

/// The program that measures: what `mrz-scan` reads of labelled pictures, and how fast.
@main
struct MRZBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mrz-bench",
        abstract: "Measures how well and how fast mrz-scan reads.",
        usage: """
            mrz-bench [<options>] <dataset>
            mrz-bench <subcommand>
            """,
        discussion: """
            It reads with the same code as mrz-scan. `mrz-bench measure --help` lists the options.

            Exit status: 0 nothing was falsely verified and nothing is worse than in the baseline; 1 something was or \
            is; 64 wrong usage; 66 a file could not be read; 70 internal failure; 78 the recognition model is missing.
            """,
        version: MRZReader.version,
        subcommands: [
            MeasureCommand.self, StripsCommand.self, LettersCommand.self, GlyphsCommand.self, EvidenceCommand.self,
            HEIFCommand.self,
        ],
        defaultSubcommand: MeasureCommand.self)

    static func main() {
        let identity = ProgramIdentity(
            name: "mrz-bench", exhausted: "mrz-bench: error: The system gave the program too little memory to go on.\n",
            starved: "mrz-bench: error: The system gave the program too little memory or too few threads to go on.\n",
            crashed: "mrz-bench: error: The program has crashed.\n",
            ended: "mrz-bench: error: A library has ended the program.\n")
        identity.run(Self.self)
    }
}
