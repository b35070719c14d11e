package import Processes

/// Messages over a stream socket: a length of eight bytes, least significant first, then as many bytes.
public struct FrameChannel: Sendable {
    /// What a process that was let in through a socket finds there.
    public static let standardInput = FrameChannel(descriptor: .standardInput)

    package let descriptor: FileDescriptor

    package init(descriptor: FileDescriptor) { self.descriptor = descriptor }

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

    /// Waits for one message.
    ///
    /// - Parameters:
    ///   - maxBytes: longer messages are none.
    ///   - deadline: nil to wait for ever.
    public func receive(maxBytes: Int, until deadline: ContinuousClock.Instant? = nil) -> Message {
        receive(maxBytes: maxBytes) { deadline.map { descriptor.isReadable(until: $0) } ?? true }
    }

    /// Waits for a message.
    ///
    /// - Parameters:
    ///   - maxBytes: longer messages are none.
    ///   - isReadable: waits for the next bytes; false to give up.
    func receive(maxBytes: Int, isReadable: () -> Bool) -> Message {
        var head: [UInt8] = []
        switch read(8, into: &head, isReadable) {
        case .ended: return .ended
        case .timedOut: return .timedOut
        case .bytes: break
        }
        let length = head.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(maxBytes) else { return .ended }
        var body: [UInt8] = []
        return read(Int(length), into: &body, isReadable)
    }

    private func read(_ count: Int, into bytes: inout [UInt8], _ isReadable: () -> Bool) -> Message {
        bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            if !isReadable() { return .timedOut }
            do throws(SystemError) {
                let got = try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
                    let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                    return try descriptor.read(into: UnsafeMutableRawBufferPointer(rest))
                }
                guard got > 0 else { return .ended }
                filled += got
            } catch {
                return .ended
            }
        }
        return .bytes(bytes)
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        do throws(SystemError) {
            try descriptor.write(bytes)
            return true
        } catch {
            return false
        }
    }
}
