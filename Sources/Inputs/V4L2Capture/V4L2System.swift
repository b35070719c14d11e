/// The system calls that a camera needs, so that tests can answer them.
package protocol V4L2System: Sendable {
    /// Opens a device without blocking.
    ///
    /// - Parameter converts: whether libv4l2 is to offer formats that the device does not have.
    /// - Returns: a descriptor, or a negative error number.
    func open(_ path: String, converts: Bool) -> Int32
    func close(_ device: Int32)
    /// - Parameter argument: what `request` takes; changed in place.
    /// - Returns: 0 or a negative error number.
    func ioctl(_ device: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32
    /// Maps `length` bytes at `offset` of the device.
    ///
    /// - Returns: nil and a positive error number when that fails.
    func map(_ device: Int32, length: Int, offset: Int64) -> (start: UnsafeMutableRawPointer?, errno: Int32)
    func unmap(_ start: UnsafeMutableRawPointer, length: Int)
    /// Waits for the device, or for `waker`.
    func poll(_ device: Int32, _ waker: Waker, atMost timeout: Duration) -> PollOutcome
    /// The clock of the frames' timestamps, CLOCK_MONOTONIC.
    var now: Duration { get }
}

/// What came of waiting for a device.
package enum PollOutcome: Sendable, Equatable {
    /// The device has something to say: the events of poll(2).
    case device(Int16)
    /// Somebody wants the waiting to end.
    case woken
    case timeout
    /// The error number.
    case failed(Int32)
}
