import Threads

/// What one session at a time may do: whoever asks meanwhile is refused, and whoever is stopped is waited for.
package final class ExclusiveTask<Value: Sendable>: Sendable {
    private struct Running {
        let number: Int
        let session: SessionIdentity
        let task: Task<Value, Never>
        /// It was told to stop, and has not ended yet.
        var isEnding = false
    }

    private struct State {
        var running: Running?
        var next = 0
    }

    private let state = Monitor(State())

    package init() {}

    /// Runs `operation`, after the one that was stopped before it has ended. Its task is cancelled where the caller's is,
    /// and by `stop`; then it has to end soon, and is called all the same when it has not begun.
    ///
    /// - Parameters:
    ///   - session: who asks, and who alone may stop it.
    ///   - replacing: whether what runs for the same session is stopped for this.
    /// - Returns: what it came to; nil when another one runs that nobody has stopped.
    package func run(
        for session: SessionIdentity, replacing: Bool = false, _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let begun = state.update { state -> Running? in
            let previous = state.running
            if let previous, !previous.isEnding, !(replacing && previous.session === session) { return nil }
            state.next += 1
            let number = state.next
            let task = Task {
                if let previous {
                    previous.task.cancel()
                    _ = await previous.task.value
                }
                let value = await operation()
                self.state.update { if $0.running?.number == number { $0.running = nil } }
                return value
            }
            state.running = Running(number: number, session: session, task: task)
            return state.running
        }
        guard let begun else { return nil }
        return await withTaskCancellationHandler {
            await begun.task.value
        } onCancel: {
            end(begun)
        }
    }

    /// Stops what runs for a session and waits until it has ended; does nothing when that session has nothing running.
    package func stop(for session: SessionIdentity) async {
        guard let running = state.update({ $0.running }), running.session === session else { return }
        end(running)
        _ = await running.task.value
    }

    private func end(_ running: Running) {
        state.update { if $0.running?.number == running.number { $0.running?.isEnding = true } }
        running.task.cancel()
    }
}
