import Glibc
import Isolation

/// What the program says when it crashes.
enum CrashReports {
    /// Lets a crash end the program with a sentence, and one for want of memory with the status of other failures, as
    /// also a wait for memory or threads that does not end.
    ///
    /// The report that Swift's runtime would write shows the memory around every register, and what a document says may
    /// stand there. Who sets `SWIFT_BACKTRACE` wants it all the same.
    static func prepare(exhausted: StaticString, starved: StaticString, crashed: StaticString) {
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        signal(SIGQUIT, SIG_DFL)
        CrashSentence.prepare(
            status: ExitStatus.internalFailure.rawValue, exhausted: exhausted, starved: starved,
            crashed: crashed)
    }
}
