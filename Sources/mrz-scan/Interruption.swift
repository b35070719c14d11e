import Glibc
import Threads

/// Ctrl-C: what is being written is written to its end, then the program stops with its own exit code.
enum Interruption {
    /// Watches for it from now on. Called before any other thread starts, so that all inherit the blocked signal.
    ///
    /// - Parameter first: what is done before the program ends: letting a camera go.
    static func watch(_ output: StandardOutput, first: @escaping @Sendable () -> Void = {}) {
        // A shell that starts a program in the background has it ignore Ctrl-C; it is to stay so.
        var current = sigaction()
        guard sigaction(SIGINT, nil, &current) == 0,
            unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
        else { return }
        var interrupt = sigset_t()
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        pthread_sigmask(SIG_BLOCK, &interrupt, nil)
        let awaited = interrupt
        startThread {
            var awaited = awaited
            var signal: Int32 = 0
            sigwait(&awaited, &signal)
            first()
            output.betweenWrites(patience: 1) { _exit(ExitStatus.interrupted.rawValue) }
        }
    }
}
