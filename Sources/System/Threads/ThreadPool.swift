/// Threads that do jobs, the job that was given first before the others.
///
/// It sets no limit to the jobs that wait: whoever gives them counts them. A job is let go once it is done or dropped.
/// A pool that nobody holds any more closes.
public final class ThreadPool<Job: Sendable>: Sendable {
    private struct State: Sendable {
        var jobs: [Job] = []
        var isClosed = false
    }

    private let state = Monitor(State())

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - count: how many; with none, jobs wait for ever.
    ///   - makeBody: called once on every thread. What it makes does the jobs of that thread, one at a time.
    /// - Throws: where the system gives fewer threads. Those that it gave end.
    public init(threads count: Int, _ makeBody: @escaping @Sendable () -> (Job) -> Void) throws(ThreadError) {
        for _ in 0..<count {
            do throws(ThreadError) {
                try startThread { [state] in
                    let body = makeBody()
                    while let job = Self.next(state) { body(job) }
                }
            } catch {
                close()
                throw error
            }
        }
    }

    deinit { close() }

    /// Has a job done by the next thread that is free; a closed pool drops it. Never waits.
    public func add(_ job: Job) {
        state.update { state in
            if !state.isClosed { state.jobs.append(job) }
        }
    }

    /// Takes no more jobs. The threads do those that wait, then they end.
    public func close() { state.update { $0.isClosed = true } }

    /// Takes no more jobs and drops those that wait. Each thread ends once it has done the job that it is at.
    public func stop() {
        // They are let go here, not under the lock: what they hold may come back to the pool.
        _ = state.update { state in
            defer { state.jobs = [] }
            state.isClosed = true
            return state.jobs
        }
    }

    /// The next job, which is waited for; nil at the end.
    private static func next(_ state: Monitor<State>) -> Job? {
        let job: Job?? = state.wait { state in
            if !state.jobs.isEmpty { return .some(state.jobs.removeFirst()) }
            return state.isClosed ? .some(nil) : nil
        }
        return job ?? nil
    }
}
