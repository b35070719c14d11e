import CV4L2
import Glibc

/// Ends another thread's waiting in poll(2).
package final class Waker: Sendable {
    /// An eventfd, or a negative number where the system has none left: then the waiter only wakes by itself.
    package let descriptor = cv4l2_eventfd()

    package init() {}

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Ends waiting, and from now on at once.
    package func wake() {
        guard descriptor >= 0 else { return }
        var one: UInt64 = 1
        // It fails only when the counter is full, that is, when it has been woken.
        _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
    }
}
