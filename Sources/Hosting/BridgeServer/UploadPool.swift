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

    /// A place in the pool, from the end of the request to its answer. It is free again when nobody holds it.
    final class Slot: Sendable {
        private let metrics: Metrics

        fileprivate init(_ metrics: Metrics) { self.metrics = metrics }

        deinit { metrics.change(.uploads, by: -1) }
    }

    /// Room for the bodies of requests that have not all come. Each gives back what it has taken when nobody holds it
    /// any more.
    final class Arrival: Sendable {
        private let taken = Monitor(0)
        private let metrics: Metrics
        private let room: Int

        fileprivate init(_ metrics: Metrics, room: Int) {
            self.metrics = metrics
            self.room = room
        }

        /// Takes room for so many bytes more; false where there is none.
        func take(_ count: Int) -> Bool {
            guard metrics.take(count, of: .uploadBytes, limit: room) else { return false }
            taken.update { $0 += count }
            return true
        }

        deinit { metrics.change(.uploadBytes, by: -taken.update { $0 }) }
    }

    private let threads: ThreadPool<Job>
    private let metrics: Metrics
    private let places: Int
    /// Bytes that bodies may have together while they come: as many as the largest uploads in all places.
    private let room: Int

    /// - Throws: where the system gives no threads.
    init(limits: ServerLimits, metrics: Metrics, makeReader: @escaping MakeReader) throws(ThreadError) {
        self.metrics = metrics
        places = limits.uploadWorkers + limits.uploadsWaiting
        let (room, isTooMuch) = places.multipliedReportingOverflow(by: limits.uploadBytes)
        self.room = isTooMuch ? .max : room
        threads = try ThreadPool(threads: limits.uploadWorkers) {
            let read = makeReader()
            return { job in
                let begun = ContinuousClock.now
                let answer = read(job.upload)
                metrics.uploadTook(ContinuousClock.now - begun)
                metrics.add(.uploads(answer.outcome))
                job.done(answer)
            }
        }
    }

    /// A place, or nil when all are taken.
    func slot() -> Slot? {
        metrics.take(of: .uploads, limit: places) ? Slot(metrics) : nil
    }

    /// Whether there is any place, free or not.
    var takesUploads: Bool { places > 0 }

    /// Whether a place is free now.
    var isOpen: Bool { metrics.level(of: .uploads) < places }

    /// What a body takes its room from while it comes: who sends one slowly, or half of one, keeps nobody from a place.
    func arrival() -> Arrival { Arrival(metrics, room: room) }

    /// Has the upload read; `done` is called on the thread that did.
    func read(_ upload: Upload, in slot: Slot, done: @escaping @Sendable (UploadAnswer) -> Void) {
        threads.add(Job(upload: upload, slot: slot, done: done))
    }

    /// Ends the threads once they have read what they are reading.
    func stop() { threads.stop() }
}
