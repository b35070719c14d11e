import Commands
import Glibc
import Threads

/// Ctrl-C and being told to stop.
enum Interruption {
    /// What is being written is written to its end, then the program stops with its own exit code.
    ///
    /// Called before any other thread starts, so that all inherit the blocked signals.
    static func watch(_ output: StandardOutput) { watch(output, first: nil) }

    /// The first signal calls `stop`, which lets the work come to an end; the second ends the program as `watch` does.
    static func watch(_ output: StandardOutput, stop: @escaping @Sendable () -> Void) { watch(output, first: stop) }

    private static func watch(_ output: StandardOutput, first: (@Sendable () -> Void)?) {
        let signals = EndSignals.block()
        let isWatched = startedThread {
            if let first {
                signals.next()
                first()
            }
            signals.next()
            output.betweenWrites(timeout: 1) { _exit(ExitStatus.interrupted.rawValue) }
        }
        // Where nobody waits for them they end the program as they do any other.
        if !isWatched { signals.unblock() }
    }
}
