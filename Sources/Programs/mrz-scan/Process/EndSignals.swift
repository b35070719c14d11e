import Glibc

/// Ctrl-C and SIGTERM as something to wait for, for commands whose ordinary end they are.
struct EndSignals {
    private let awaited: sigset_t

    /// Keeps both from ending the program. Called before any other thread starts, so that all inherit that.
    static func block() -> EndSignals {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        // A shell that starts a program in the background has it ignore Ctrl-C; it is to stay so.
        if signal(SIGINT, SIG_DFL).map({ unsafeBitCast($0, to: Int.self) }) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(SIGINT, SIG_IGN)
        } else {
            sigaddset(&set, SIGINT)
        }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        return EndSignals(awaited: set)
    }

    /// Waits for one of them. The next one ends the program at once.
    func wait() {
        var (set, number) = (awaited, Int32(0))
        sigwait(&set, &number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
