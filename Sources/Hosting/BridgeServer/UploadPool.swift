import Threads

/// Reads uploads on threads of its own, and no more of them than it has room for: reading is work for the processor,
/// and none of it may happen where connections are served.
final class UploadPool: Sendable {
    /// Makes a reader on the thread that will use it.
    typealias MakeReader = @Sendable () -> (Upload) -> UploadAnswer

    private struct Job: Sendable {
        let upload: Upload
        let slot: Slot
        let done: @Sendable (UploadAnswer) -> Void
    }

    private struct State: Sendable {
        var jobs: [Job] = []
        var isStopped = false
    }

    /// A place in the pool, from the head of the request to its answer. It is free again when nobody holds it.
    final class Slot: Sendable {
        private let metrics: Metrics

        fileprivate init(_ metrics: Metrics) { self.metrics = metrics }

        deinit { metrics.change(.uploads, by: -1) }
    }

    private let state = Monitor(State())
    private let metrics: Metrics
    private let places: Int

    /// - Throws: where the system gives no threads.
    init(limits: ServerLimits, metrics: Metrics, makeReader: @escaping MakeReader) throws(ThreadError) {
        self.metrics = metrics
        places = limits.uploadWorkers + limits.uploadsWaiting
        for _ in 0..<limits.uploadWorkers {
            do throws(ThreadError) {
                try startThread { [state, metrics] in
                    let read = makeReader()
                    while let job = Self.next(state) {
                        let begun = ContinuousClock.now
                        let answer = read(job.upload)
                        metrics.uploadTook(ContinuousClock.now - begun)
                        metrics.add(.uploads(answer.outcome))
                        job.done(answer)
                    }
                }
            } catch {
                stop()
                throw error
            }
        }
    }

    /// A place, or nil when all are taken.
    func slot() -> Slot? {
        metrics.take(.uploads, limit: places) ? Slot(metrics) : nil
    }

    /// Has the upload read; `done` is called on the thread that did.
    func read(_ upload: Upload, in slot: Slot, done: @escaping @Sendable (UploadAnswer) -> Void) {
        state.update { $0.jobs.append(Job(upload: upload, slot: slot, done: done)) }
    }

    /// Ends the threads once they have read what they are reading.
    func stop() {
        state.update { state in
            state.isStopped = true
            state.jobs = []
        }
    }

    private enum Step: Sendable {
        case read(Job)
        case end
    }

    private static func next(_ state: Monitor<State>) -> Job? {
        let step: Step = state.wait { state in
            if state.isStopped { return .end }
            return state.jobs.isEmpty ? nil : .read(state.jobs.removeFirst())
        }
        guard case .read(let job) = step else { return nil }
        return job
    }
}
