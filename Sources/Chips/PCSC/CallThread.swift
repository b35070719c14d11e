import Chip
import Threads

/// A thread for calls that block, so that whoever waits for one can give up: a reader may never answer. Where nobody
/// holds it any more, what was begun comes to its end, then the thread.
final class CallThread: Sendable {
    private let thread: ThreadPool<@Sendable () -> Void>

    /// - Throws: `transportFailed` where the system gives no thread.
    init() throws(ChipError) {
        do throws(ThreadError) {
            thread = try ThreadPool(threads: 1) { { call in call() } }
        } catch {
            throw ChipError(.transportFailed, error.description)
        }
    }

    /// Does something on the thread, behind what it is at, and does not wait for it.
    func add(_ body: @escaping @Sendable () -> Void) { thread.add(body) }

    /// Does something on the thread; nil when it is not done in time, or nobody wants it any more. The thread is then
    /// busy until it is done.
    func call<Result: Sendable>(
        timeout: Duration, isCancelled: () -> Bool, _ body: @escaping @Sendable () -> Result
    ) -> Result? {
        let result = Monitor<Result?>(nil)
        thread.add {
            let value = body()
            result.update { $0 = value }
        }
        let deadline = ContinuousClock.now + timeout
        while ContinuousClock.now < deadline, !isCancelled() {
            if let value = result.wait(atMost: .milliseconds(100), { $0 }) { return value }
        }
        return nil
    }
}
