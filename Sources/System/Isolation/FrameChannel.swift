import Glibc

/// Messages over a stream socket: a length of eight bytes, least significant first, then as many bytes.
public struct FrameChannel: Sendable {
    /// What a process that was let in through a socket finds there.
    public static let standardInput = FrameChannel(descriptor: STDIN_FILENO)

    package let descriptor: Int32

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Sends one message; false when nobody is at the other end any more. `SIGPIPE` has to be ignored.
    public func send(_ message: [UInt8]) -> Bool {
        let length = UInt64(message.count)
        return write((0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }) && write(message)
    }

    public enum Message: Sendable, Equatable {
        case bytes([UInt8])
        /// The other end has gone, or sends what is no message.
        case ended
        case timedOut
    }

    /// Whether something has come, or the other end has gone.
    func isReadable(within patience: Duration) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, Int32(max(1, min(patience / .milliseconds(1), 1e6)))) > 0
    }

    /// Waits for one message.
    ///
    /// - Parameters:
    ///   - maxBytes: longer messages are none.
    ///   - deadline: nil to wait for ever.
    public func receive(maxBytes: Int, until deadline: ContinuousClock.Instant? = nil) -> Message {
        var head: [UInt8] = []
        switch read(8, into: &head, until: deadline) {
        case .ended: return .ended
        case .timedOut: return .timedOut
        case .bytes: break
        }
        let length = head.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(maxBytes) else { return .ended }
        var body: [UInt8] = []
        return read(Int(length), into: &body, until: deadline)
    }

    private func read(_ count: Int, into bytes: inout [UInt8], until deadline: ContinuousClock.Instant?) -> Message {
        bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            if let deadline {
                let left = (deadline - .now) / .milliseconds(1)
                guard left > 0 else { return .timedOut }
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let ready = poll(&waiting, 1, Int32(min(left + 1, 1e6)))
                if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            }
            let got = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).baseAddress, count - filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return .ended }
            filled += got
        }
        return .bytes(bytes)
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let rest = bytes[written...]
            let got = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return false }
            written += got
        }
        return true
    }
}
