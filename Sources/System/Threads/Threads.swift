import Glibc

/// Starts a thread of its own for `body`; nobody waits for its end.
///
/// Recognition blocks for long, so it stays off the pool of threads that Swift's tasks share.
///
/// - Throws: where there is none to be had; nothing has run then. What `body` does for others who wait for it must not
///   run in its caller's place: they may be the caller.
public func startThread(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    var thread = pthread_t()
    let status = create(&thread, body)
    guard status == 0 else { throw ThreadError(errno: status) }
    pthread_detach(thread)
}

/// Starts a thread as `startThread` does; false where there is none to be had.
public func startedThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    do throws(ThreadError) {
        try startThread(body)
        return true
    } catch {
        return false
    }
}

/// An error number, or 0.
func create(_ thread: inout pthread_t, _ body: @escaping @Sendable () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // By default it is as large as the limit for the main thread's stack, which may be next to nothing.
    pthread_attr_setstacksize(&attributes, stackBytes)
    let box = Unmanaged.passRetained(ThreadBody(body))
    let status = pthread_create(
        &thread, &attributes,
        { argument in
            if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, box.toOpaque())
    if status != 0 { box.release() }
    return status
}

/// The bytes of each thread's stack; addresses only, until they are used.
private let stackBytes = 8 << 20

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// The processors that are there; at least 1.
public var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
