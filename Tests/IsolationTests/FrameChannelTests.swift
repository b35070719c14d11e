import Glibc
import Isolation
import Processes
import Testing

@Suite struct FrameChannelTests {
    /// Two ends; the second can be closed.
    private func pair() throws -> (FrameChannel, FrameChannel, close: () -> Void) {
        signal(SIGPIPE, SIG_IGN)
        let (one, other) = try FileDescriptor.socketPair()
        return (FrameChannel(descriptor: one), FrameChannel(descriptor: other), { other.close() })
    }

    @Test func messagesArriveWhole() throws {
        let (one, other, _) = try pair()
        let messages: [[UInt8]] = [[], [1], Array(repeating: 7, count: 100_000)]
        for message in messages {
            #expect(one.send(message))
            #expect(other.receive(maxBytes: 100_000) == .bytes(message))
        }
    }

    @Test func nobodyThere() throws {
        let (one, _, close) = try pair()
        close()
        #expect(!one.send([1]))
        #expect(one.receive(maxBytes: 10) == .ended)
    }

    @Test func whatBreaksOff() throws {
        let (one, other, close) = try pair()
        // A length of 300, then one byte.
        #expect(write(other.descriptor.number, [44, 1, 0, 0, 0, 0, 0, 0, 9], 9) == 9)
        close()
        #expect(one.receive(maxBytes: 1000) == .ended)
    }

    @Test func whatIsTooLong() throws {
        let (one, other, _) = try pair()
        #expect(write(other.descriptor.number, Array(repeating: UInt8(255), count: 8), 8) == 8)
        #expect(one.receive(maxBytes: 1000) == .ended)
    }

    @Test func silence() throws {
        let (one, _, _) = try pair()
        #expect(one.receive(maxBytes: 10, until: .now + .milliseconds(20)) == .timedOut)
    }
}
