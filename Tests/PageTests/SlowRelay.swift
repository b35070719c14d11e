import Foundation
import Glibc
import LoopbackClient

/// A line between a browser and a server that takes so many bytes a second in each direction.
final class SlowRelay: Sendable {
    let port: Int
    private let listener: Int32
    private let bytesPerSecond: Int

    init(to target: Int, bytesPerSecond: Int) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        self.bytesPerSecond = bytesPerSecond
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw LoopbackSocket.Failure(description: "no relay: errno \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                guard let server = Self.connected(to: target) else {
                    close(client)
                    continue
                }
                for (from, to) in [(client, server), (server, client)] {
                    Thread.detachNewThread { Self.carry(from, to, bytesPerSecond) }
                }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func connected(to port: Int) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return status == 0 ? descriptor : nil
    }

    /// Until one end has gone; then the other hears of it.
    private static func carry(_ from: Int32, _ to: Int32, _ bytesPerSecond: Int) {
        var chunk = [UInt8](repeating: 0, count: bytesPerSecond / 50)
        while true {
            let count = recv(from, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            usleep(UInt32(1_000_000 * count / bytesPerSecond))
            var sent = 0
            while sent < count {
                let more = chunk.withUnsafeBytes {
                    send(to, $0.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { break }
                sent += more
            }
            if sent < count { break }
        }
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
    }
}
