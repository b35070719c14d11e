import ArgumentParser
import Commands
import MRZScan

/// The program: its commands, and how their end becomes an exit code.
@main
struct MRZScan: ParsableCommand {
    static let version = MRZReader.version

    static let configuration = CommandConfiguration(
        commandName: "mrz-scan",
        abstract: "Reads the machine-readable zone of passports, identity cards, visas and driving licences.",
        usage: """
            mrz-scan [<options>] <paths> ...
            mrz-scan <subcommand>
            """,
        discussion: """
            mrz-scan reads pictures, checks every check digit and says for each field what protects it. It calls a \
            result verified only when everything that can be checked holds. `mrz-scan scan --help` lists the options.

            Exit status: 0 every input verified; 1 something not found or not verified; 64 wrong usage; 65 no MRZ in a \
            text; 66 an input could not be read; 69 no camera or no reader; 70 internal failure; 71 the address cannot \
            be listened on; 72 no browser; 76 a chip refused; 77 no store; 78 the recognition model is missing; 130 \
            interrupted.
            """,
        version: version,
        subcommands: [
            ScanCommand.self, ParseCommand.self, FormatsCommand.self, DevicesCommand.self, ReadersCommand.self,
            ChipCommand.self, BridgeCommand.self,
            ServeCommand.self, LaunchCommand.self, BatchCommand.self, ExportCommand.self, ReportCommand.self,
            ReviewCommand.self,
            PipeCommand.self, SchemaCommand.self,
            WorkerCommand.self, ViewCommand.self, UnpackCommand.self,
            HEIFCommand.self, VisitorCommand.self,
        ],
        defaultSubcommand: ScanCommand.self)

    static func main() {
        // Whatever the command, and before there is another thread.
        _ = BridgeOptions.keyInEnvironment
        let identity = ProgramIdentity(
            name: "mrz-scan", exhausted: "mrz-scan: error: The system gave the program too little memory to go on.\n",
            starved: "mrz-scan: error: The system gave the program too little memory or too few threads to go on.\n",
            crashed: "mrz-scan: error: The program has crashed.\n",
            ended: "mrz-scan: error: A library has ended the program.\n")
        identity.run(Self.self) {
            try CommandWords($0).arguments
        } failed: { error in
            // A script for bash offers what may follow the program's name without that of a command.
            let message = fullMessage(for: error)
            guard BashCompletion.isScript(message) else { exit(withError: error) }
            print(BashCompletion.completed(message))
        }
    }
}
