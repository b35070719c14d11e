import Glibc
import Threads

/// Ctrl-C and being told to stop.
enum Interruption {
    /// What is being written is written to its end, then the program stops with its own exit code.
    ///
    /// Called before any other thread starts, so that all inherit the blocked signals.
    static func watch(_ output: StandardOutput) {
        watch([SIGINT, SIGTERM], output, first: nil)
    }

    /// The first signal calls `stop`, which lets the work come to an end; the second ends the program as `watch` does.
    static func watch(_ output: StandardOutput, stop: @escaping @Sendable () -> Void) {
        watch([SIGINT, SIGTERM], output, first: stop)
    }

    private static func watch(_ signals: [Int32], _ output: StandardOutput, first: (@Sendable () -> Void)?) {
        var awaited = sigset_t()
        sigemptyset(&awaited)
        // A shell that starts a program in the background has it ignore Ctrl-C; it is to stay so.
        for number in signals where !isIgnored(number) { sigaddset(&awaited, number) }
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        let watched = awaited
        let isWatched = startedThread {
            var watched = watched
            var signal: Int32 = 0
            if let first {
                sigwait(&watched, &signal)
                first()
            }
            sigwait(&watched, &signal)
            output.betweenWrites(patience: 1) { _exit(ExitStatus.interrupted.rawValue) }
        }
        // Where nobody waits for them they end the program as they do any other.
        if !isWatched { pthread_sigmask(SIG_UNBLOCK, &awaited, nil) }
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var current = sigaction()
        return sigaction(signal, nil, &current) != 0
            || unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
