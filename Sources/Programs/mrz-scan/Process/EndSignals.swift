import Glibc

/// Ctrl-C, SIGTERM and SIGHUP as something to wait for.
struct EndSignals: Sendable {
    private let awaited: sigset_t

    /// Keeps them from ending the program. Called before any other thread starts, so that all inherit that.
    static func block() -> EndSignals {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        // A shell that starts a program in the background has it ignore Ctrl-C, and `nohup` a hang-up; it is to stay so.
        for signal in [SIGINT, SIGHUP] where !isIgnored(signal) { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        return EndSignals(awaited: set)
    }

    /// Waits for one of them; the next one is waited for as well.
    func next() {
        var (set, number) = (awaited, Int32(0))
        sigwait(&set, &number)
    }

    /// Has them end the program again as they do any other.
    func unblock() {
        var set = awaited
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Runs `body`, which waits for somebody else, so that they end the program meanwhile.
    static func whileEnding<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        var (ending, before) = (sigset_t(), sigset_t())
        sigemptyset(&ending)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&ending, signal) }
        pthread_sigmask(SIG_UNBLOCK, &ending, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    /// Waits for one of them, and for those that come with it; a later one is waited for as well.
    func first() {
        next()
        absorb()
    }

    /// Waits for one of them. One that comes later ends the program at once.
    func wait() {
        first()
        unblock()
    }

    /// Takes those that come within a tenth of a second: who ends a program and its process group, as `timeout` does,
    /// sends it the same signal twice.
    private func absorb() {
        var set = awaited
        let end = ContinuousClock.now + .milliseconds(100)
        while case let left = end - .now, left > .zero {
            var timeout = timespec(tv_sec: 0, tv_nsec: Int(left / .nanoseconds(1)))
            sigtimedwait(&set, nil, &timeout)
        }
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var current = sigaction()
        return sigaction(signal, nil, &current) != 0
            || unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
