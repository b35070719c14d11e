import ArgumentParser
import Commands
import ImageDecoding
import Reporting
import Threads

/// What a command is to read: paths on the command line, and paths in a list.
struct InputOptions: ParsableArguments {
    @Argument(help: "Pictures, documents, archives, folders of them, or - for standard input.", completion: .file())
    var paths: [String] = []

    @Option(
        help: ArgumentHelp("Read the paths in this file too, one a line; - is standard input.", valueName: "file"),
        completion: .file())
    var filesFrom: String?

    @Flag(name: .customShort("0"), help: "The paths of --files-from end in a NUL each, as find -print0 writes them.")
    var nulSeparated = false

    func validate() throws {
        if nulSeparated, filesFrom == nil { throw ValidationError("-0 says how --files-from is written.") }
        let streams = paths.count { $0 == "-" }
        if streams > 0, filesFrom == "-" {
            throw ValidationError("Standard input is either a picture or a list of paths.")
        }
        if streams > 1 { throw ValidationError("Standard input is read once: give - once.") }
    }

    var isGiven: Bool { !paths.isEmpty || filesFrom != nil }

    /// Ends the program where there is nothing to read, for commands that have nothing else. Asked only once the parser
    /// has found nothing wrong, which it would not say otherwise.
    func endWithoutAny(of command: (some ParsableCommand).Type) {
        guard !isGiven else { return }
        let line = """
            Error: Missing expected argument '<paths> ...' or '--files-from <file>'.
            Usage: \(MRZScan.usageString(for: command))
              See 'mrz-scan \(command.configuration.commandName ?? "") --help' for more information.

            """
        writeToStandardError(line)
        ProgramEnd.exit(.usage)
    }

    /// Says that there was nothing to read, where nothing but a list could have named it. That is no failure: who
    /// shares work out may have none for somebody.
    func noteNothing(afterReading count: Int) {
        if count == 0, filesFrom != nil { note("The list of --files-from names nothing to read.") }
    }

    /// Becomes the number of inputs, which a thread counts meanwhile; stays nil while there may be more.
    func total(_ limits: DecodingLimits, _ unpacking: Unpacking) -> Monitor<Int?> {
        let total = Monitor<Int?>(nil)
        // A list of paths is read once only.
        guard filesFrom == nil else { return total }
        let paths = paths
        // Without a thread it stays unknown.
        _ = startedThread {
            let walk = InputWalk(paths, limits: limits, listing: true, unpacking: unpacking)
            let count = walk.reduce(0) { count, _ in count + 1 }
            total.update { $0 = count }
        }
        return total
    }

    /// The list of `--files-from`, opened; it can be read once. Nil without one.
    ///
    /// - Throws: `DecodingError` when there is no list to read.
    func openedList() throws(DecodingError) -> PathList? {
        guard let filesFrom else { return nil }
        do throws(DecodingError) {
            return try PathList(path: filesFrom, separator: nulSeparated ? .nul : .newline)
        } catch {
            throw error.naming(filesFrom)
        }
    }
}
