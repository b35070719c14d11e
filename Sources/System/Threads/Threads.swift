import Glibc

/// Starts a thread of its own for `body`; nobody waits for its end.
///
/// Recognition blocks for long, so it stays off the pool of threads that Swift's tasks share.
public func startThread(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, box.toOpaque())
    guard status == 0 else {
        // Without a second thread the work is done here.
        box.takeRetainedValue().body()
        return
    }
    pthread_detach(thread)
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// The processors that are there; at least 1.
public var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
