import CV4L2
import Glibc

/// The system itself, through libv4l2.
package struct LibV4L2: V4L2System {
    package init() {}

    package func open(_ path: String, converts: Bool) -> Int32 { cv4l2_open(path, converts) }

    package func close(_ device: Int32) { _ = cv4l2_close(device) }

    package func ioctl(_ device: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        cv4l2_ioctl(device, request, argument)
    }

    package func map(_ device: Int32, length: Int, offset: Int64) -> (start: UnsafeMutableRawPointer?, errno: Int32) {
        var error: Int32 = 0
        let start = cv4l2_mmap(device, length, offset, &error)
        return (start, error)
    }

    package func unmap(_ start: UnsafeMutableRawPointer, length: Int) { _ = cv4l2_munmap(start, length) }

    package func poll(_ device: Int32, _ waker: Waker, atMost timeout: Duration) -> PollOutcome {
        var awaited = [
            pollfd(fd: device, events: Int16(POLLIN), revents: 0),
            // A negative descriptor is passed over.
            pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = Int32(clamping: Int64(timeout / .milliseconds(1)))
        guard Glibc.poll(&awaited, nfds_t(awaited.count), max(0, milliseconds)) >= 0 else { return .failed(errno) }
        if awaited[1].revents != 0 { return .woken }
        return awaited[0].revents != 0 ? .device(awaited[0].revents) : .timeout
    }

    package var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
