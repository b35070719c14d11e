import Threads

/// A thread for calls that block, so that whoever waits for one can give up: a reader may never answer.
final class CallThread: Sendable {
    private struct State {
        var job: (@Sendable () -> Void)?
        var hasEnded = false
    }

    private let state = Monitor(State())
    /// Whether the system gave one.
    private let isThere: Bool

    init() {
        isThere = startedThread { [state] in
            while true {
                let job = state.wait { state -> (@Sendable () -> Void)?? in
                    if let job = state.job {
                        state.job = nil
                        return .some(job)
                    }
                    return state.hasEnded ? .some(nil) : nil
                }
                guard let job else { return }
                job()
            }
        }
    }

    /// Lets what was begun come to its end, then the thread.
    deinit { state.update { $0.hasEnded = true } }

    /// Does something on the thread; nil when it is not done in time, or nobody wants it any more. The thread is then
    /// busy until it is done.
    func call<Result: Sendable>(
        timeout: Duration, isCancelled: () -> Bool, _ body: @escaping @Sendable () -> Result
    ) -> Result? {
        guard isThere else { return nil }
        let result = Monitor<Result?>(nil)
        state.update {
            $0.job = {
                let value = body()
                result.update { $0 = value }
            }
        }
        let deadline = ContinuousClock.now + timeout
        while ContinuousClock.now < deadline, !isCancelled() {
            if let value = result.wait(atMost: .milliseconds(100), { $0 }) { return value }
        }
        return nil
    }
}
