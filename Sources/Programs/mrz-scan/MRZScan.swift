import ArgumentParser
import Glibc
import MRZScan

/// The program: its commands, and how their end becomes an exit code.
@main
struct MRZScan: ParsableCommand {
    static let version = MRZReader.version

    static let configuration = CommandConfiguration(
        commandName: "mrz-scan",
        abstract: "Reads the machine-readable zone of passports, identity cards and visas.",
        usage: """
            mrz-scan [<options>] <paths> ...
            mrz-scan <subcommand>
            """,
        discussion: """
            mrz-scan reads pictures, checks every check digit and says for each field what protects it. It calls a \
            result verified only when everything that can be checked holds. `mrz-scan scan --help` lists the options.

            Exit status: 0 every input verified; 1 something not found or not verified; 64 wrong usage; 65 no MRZ in a \
            text; 66 an input could not be read; 69 no camera or no reader; 70 internal failure; 71 the address cannot be \
            listened on; 72 no browser; 76 a chip refused; 77 no store; 78 the recognition model is missing; 130 interrupted.
            """,
        version: version,
        subcommands: [
            ScanCommand.self, ParseCommand.self, FormatsCommand.self, DevicesCommand.self, ReadersCommand.self,
            ChipCommand.self, BridgeCommand.self,
            ServeCommand.self, LaunchCommand.self, BatchCommand.self, ExportCommand.self, ReportCommand.self,
            PipeCommand.self, SchemaCommand.self, StripsCommand.self, GlyphsCommand.self, EvidenceCommand.self,
            BenchCommand.self,
            WorkerCommand.self, UnpackCommand.self,
            HEIFCommand.self,
        ],
        defaultSubcommand: ScanCommand.self)

    static func main() {
        CrashReports.silence()
        MallocTuning.begin()
        let process = OwnProcess()
        if let problem = process.problem {
            note("error: \(problem)")
            Glibc.exit(ExitStatus.internalFailure.rawValue)
        }
        do {
            var command = try parseAsRoot(try CommandWords(process.arguments).arguments)
            guard let program = command as? any Program else {
                // Help: it goes to the standard output that nobody has taken yet.
                try command.run()
                return
            }
            let output = StandardOutput.taken()
            Glibc.exit(ExitStatus.running(program, on: output).rawValue)
        } catch {
            // A script for bash offers what may follow the program's name without that of a command.
            let message = fullMessage(for: error)
            guard BashCompletion.isScript(message) else { exit(withError: error) }
            print(BashCompletion.completed(message))
        }
    }
}

/// A command that writes results.
protocol Program: ParsableCommand {
    /// Threads that it cannot do without, besides the one it begins with.
    var threads: Int { get }

    /// Does the work; every result goes to `output`, and nothing else does.
    ///
    /// - Throws: `OutputError`, `RecognitionError`, `DecodingError`.
    func run(on output: StandardOutput) throws -> ExitStatus
}

extension Program {
    /// That which waits for signals.
    var threads: Int { 1 }
}
