package import ArgumentParser
import Glibc
import Threads

/// A command that writes results.
package protocol Program: ParsableCommand {
    /// Threads that it cannot do without, besides the one it begins with.
    var threads: Int { get }

    /// Does the work; every result goes to `output`, and nothing else does.
    ///
    /// - Throws: `OutputError`, `RecognitionError`, `DecodingError`.
    func run(on output: StandardOutput) throws -> ExitStatus
}

extension Program {
    /// One: the thread that waits for signals.
    package var threads: Int { 1 }
}

/// What a program is called and says at its end where nothing can be made any more, not even a text.
package struct ProgramIdentity: Sendable {
    let name: String
    /// The whole line for too little memory.
    let exhausted: StaticString
    /// That for memory or threads that are waited for in vain.
    let starved: StaticString
    /// That for any other crash.
    let crashed: StaticString
    /// That for the end that a library chose.
    let ended: StaticString

    package init(
        name: String, exhausted: StaticString, starved: StaticString, crashed: StaticString, ended: StaticString
    ) {
        self.name = name
        self.exhausted = exhausted
        self.starved = starved
        self.crashed = crashed
        self.ended = ended
    }

    /// Reads the command line and runs the command that it names; its end becomes the program's exit status.
    ///
    /// - Parameters:
    ///   - root: the program's commands.
    ///   - words: what the parser is given for the words of the command line.
    ///   - failed: ends the program where the words are none of its commands, or ask for help.
    package func run<Root: ParsableCommand>(
        _ root: Root.Type, words: ([String]) throws -> [String] = { $0 },
        failed: (any Error) -> Void = { Root.exit(withError: $0) }
    ) {
        CrashReports.prepare(exhausted: exhausted, starved: starved, crashed: crashed)
        // Who starts this program may ignore the end of children: then nobody could tell how a worker ended.
        signal(SIGCHLD, SIG_DFL)
        MallocTuning.keepMemory()
        programName.update { $0 = name }
        let process = OwnProcess()
        if let problem = process.problem {
            note("error: \(problem)")
            ProgramEnd.exit(.internalFailure)
        }
        do {
            var command = try root.parseAsRoot(try words(process.arguments))
            guard let program = command as? any Program else {
                // Help: it goes to the standard output that nobody has taken yet.
                try command.run()
                return
            }
            let output = StandardOutput.taken()
            ProgramEnd.isUpToTheProgram(saying: ended)
            ProgramEnd.exit(ExitStatus.running(program, on: output))
        } catch {
            // The parser prints help and does not look whether that could be written.
            atexit { if fflush(nil) != 0 { _exit(ExitStatus.internalFailure.rawValue) } }
            failed(error)
        }
    }
}
