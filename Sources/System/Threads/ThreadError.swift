import Glibc

/// Why there is no thread to be had.
public struct ThreadError: Error, Equatable, CustomStringConvertible {
    /// What `pthread_create` says: EAGAIN where a limit is reached or memory is short.
    public let errno: Int32

    public init(errno: Int32) { self.errno = errno }

    public var description: String {
        "The system gives this program too few threads: \(String(cString: strerror(errno))). "
            + "Its limit of processes (ulimit -u, or that of the container) or of memory (ulimit -v) is too low."
    }
}

/// Looks whether the system would give this process so many more threads at once: all are started, and ended again.
///
/// What waits for a thread that never was would wait for ever, in this program and in the libraries that it uses.
///
/// - Throws: when it would not.
public func requireThreads(_ count: Int) throws(ThreadError) {
    let mayEnd = Monitor(false)
    var started: [pthread_t] = []
    defer {
        mayEnd.update { $0 = true }
        for thread in started { pthread_join(thread, nil) }
    }
    for _ in 0..<count {
        var thread = pthread_t()
        let status = create(&thread) { _ = mayEnd.wait { $0 ? true : nil } }
        guard status == 0 else { throw ThreadError(errno: status) }
        started.append(thread)
    }
}
