import Foundation
import LoopbackClient

#if canImport(Glibc)
    import Glibc
#endif

/// A folder on a port of this machine, as a developer's own server has it: a file a connection, and nothing more.
final class ServedFolder {
    let address: String
    private let descriptor: Int32

    init(_ folder: URL) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptor = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 16) == 0
                    ? getsockname(listener, address, &size) : -1
            }
        }
        guard status == 0 else { throw LoopbackSocket.Failure(description: "bind: errno \(errno)") }
        self.address = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
        let base = folder.path
        Thread.detachNewThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                Self.serve(base, on: connection)
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private static func serve(_ base: String, on connection: Int32) {
        defer { close(connection) }
        // Browsers open connections that they may use later.
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var request = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(connection, &request, request.count, 0)
        guard count > 0 else { return }
        let words = String(decoding: request[..<count], as: UTF8.self).split(separator: " ")
        let path = words.count > 1 ? String(words[1]) : "/"
        let file = base + (path == "/" ? "/index.html" : path)
        let body = FileManager.default.contents(atPath: file)
        let type = ["html": "text/html", "js": "text/javascript", "css": "text/css"][
            String(file.split(separator: ".").last ?? "")]
        let head =
            "HTTP/1.1 \(body == nil ? "404 Not Found" : "200 OK")\r\nContent-Type: \(type ?? "text/plain")\r\n"
            + "Content-Length: \(body?.count ?? 0)\r\nConnection: close\r\n\r\n"
        let bytes = Array(head.utf8) + Array(body ?? Data())
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
