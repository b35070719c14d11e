import CProcess
import Glibc

/// The program's own end, and that which a library would make of it.
package enum ProgramEnd {
    /// From here on only `exit` ends the program with a status of its own choice. Libraries end a process that they get
    /// no memory in, libgomp with 1, which would say here that a document is not verified.
    ///
    /// - Parameter sentence: what is said then, a whole line.
    static func isUpToTheProgram(saying sentence: StaticString) {
        cprocess_refuse_exit(
            ExitStatus.internalFailure.rawValue,
            UnsafeRawPointer(sentence.utf8Start).assumingMemoryBound(to: CChar.self))
    }

    /// Ends the program, once what it has said is written or nobody reads it.
    package static func exit(_ status: ExitStatus) -> Never {
        flushNotes()
        cprocess_allow_exit()
        Glibc.exit(status.rawValue)
    }
}
