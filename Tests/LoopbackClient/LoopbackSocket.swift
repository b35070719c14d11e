import Glibc

/// A TCP connection to this machine that blocks, and gives up after a while.
public final class LoopbackSocket {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    private let descriptor: Int32
    private var buffered: [UInt8] = []

    /// Seconds that a single receive may take: more than any does on a machine that others keep busy.
    private static let timeout = 1200

    /// - Parameter isSlow: whether the kernel keeps little for this end, so that it is soon a slow one. It has to be
    ///   known before the ends agree on a window: one that shrinks later makes the kernel drop what the other end
    ///   acknowledges.
    public init(port: Int, isSlow: Bool = false) throws {
        // Writing to a server that hung up is an error, not the end of the tests.
        signal(SIGPIPE, SIG_IGN)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "socket: errno \(errno)") }
        var limit = timeval(tv_sec: Self.timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if isSlow {
            var size: Int32 = 4096
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw Failure(description: "connect: errno \(errno)")
        }
    }

    deinit { close(descriptor) }

    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    public func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { throw Failure(description: "send: errno \(errno)") }
            rest = rest.dropFirst(sent)
        }
    }

    /// Says that nothing more will be sent; what the other end sends is still received.
    public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Whether the other end took all of it: false once it has hung up.
    public func sends(_ bytes: [UInt8]) -> Bool {
        do {
            try send(bytes)
            return true
        } catch {
            return false
        }
    }

    /// The next `count` bytes; fewer when the other end hung up before.
    public func receive(_ count: Int) throws -> [UInt8] {
        while buffered.count < count, try fill() {}
        let bytes = Array(buffered.prefix(count))
        buffered.removeFirst(bytes.count)
        return bytes
    }

    /// Everything up to and with `mark`.
    public func receive(through mark: String) throws -> String {
        let mark = Array(mark.utf8)
        var start = 0
        while true {
            while start + mark.count <= buffered.count {
                if buffered[start..<(start + mark.count)].elementsEqual(mark) {
                    return String(decoding: try receive(start + mark.count), as: UTF8.self)
                }
                start += 1
            }
            guard try fill() else { throw Failure(description: "the end came first") }
        }
    }

    /// Everything until the other end hangs up.
    public func receiveToEnd() throws -> [UInt8] {
        while try fill() {}
        defer { buffered = [] }
        return buffered
    }

    /// False at the end.
    private func fill() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        // A reset is an end too: the other side closed with something of ours unread.
        if count == 0 || (count < 0 && errno == ECONNRESET) { return false }
        guard count > 0 else { throw Failure(description: "recv: errno \(errno)") }
        buffered += chunk.prefix(count)
        return true
    }
}
