import Glibc

/// A value that one thread at a time may look at or change, and that threads may wait for to change.
///
/// `Synchronization.Mutex` has no condition to wait for.
final class Monitor<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    init(_ state: sending State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Changes the value and wakes who waits for that.
    func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until `body`, asked now and after every change, gives something. What it changes wakes others too.
    func wait<Result: Sendable>(_ body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) {
                pthread_cond_broadcast(changed)
                return result
            }
            pthread_cond_wait(changed, mutex)
        }
    }

    /// Takes the lock for good; gives up waiting for it after `patience` seconds.
    func lock(patience: Int) {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += patience
        pthread_mutex_timedlock(mutex, &deadline)
    }
}
