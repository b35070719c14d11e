import Glibc

/// What the program says when it crashes.
enum CrashReports {
    /// Lets a crash end the program as the system does.
    ///
    /// The report that Swift's runtime would write shows the memory around every register, and what a document says may
    /// stand there. Who sets `SWIFT_BACKTRACE` wants it all the same.
    static func silence() {
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
    }
}
