/// A WebSocket client that can also do what none should. RFC 6455.
public final class WebSocketClient {
    public enum Opcode: UInt8 {
        case continuation = 0
        case text, binary
        case close = 8
        case ping, pong
    }

    public struct Frame: Equatable {
        public let opcode: UInt8
        public let payload: [UInt8]

        public init(opcode: UInt8, payload: [UInt8]) {
            self.opcode = opcode
            self.payload = payload
        }

        public var text: String { String(decoding: payload, as: UTF8.self) }
        /// Why the other end closes.
        public var closeCode: Int? {
            opcode == Opcode.close.rawValue && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
        }
    }

    public let socket: LoopbackSocket

    /// Opens it.
    ///
    /// - Throws: `Failure` with the status when the server does not switch protocols.
    public init(
        port: Int, path: String = "/bridge", fields: [String: String] = [:], isSlow: Bool = false
    ) throws {
        socket = try LoopbackSocket(port: port, isSlow: isSlow)
        let upgrade = [
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        let reply = try socket.request("GET", path, port: port, fields: upgrade.merging(fields) { $1 })
        // The example of RFC 6455, 1.3.
        guard reply.status == 101, reply.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" else {
            throw LoopbackSocket.Failure(description: "status \(reply.status)")
        }
    }

    public func send(_ text: String) throws { try socket.send(Self.frame(.text, Array(text.utf8))) }

    public func send(_ opcode: Opcode, _ payload: [UInt8] = [], isFinal: Bool = true) throws {
        try socket.send(Self.frame(opcode, payload, isFinal: isFinal))
    }

    /// A frame as it goes over the wire.
    public static func frame(
        _ opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true
    ) -> [UInt8] {
        let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        let flag: UInt8 = isMasked ? 0x80 : 0
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode.rawValue]
        switch payload.count {
        case ..<126: bytes.append(flag | UInt8(payload.count))
        case ..<65536: bytes += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            bytes.append(flag | 127)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        guard isMasked else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    /// The next frame; nil when the server hung up.
    public func receive() throws -> Frame? {
        let head = try socket.receive(2)
        guard head.count == 2 else { return nil }
        var length = Int(head[1] & 0x7F)
        if length >= 126 {
            length = try socket.receive(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        let payload = try socket.receive(length)
        return payload.count == length ? Frame(opcode: head[0] & 0x0F, payload: payload) : nil
    }

    /// The next text, past pings and pongs.
    public func receiveText() throws -> String? {
        while let frame = try receive() {
            if frame.opcode == Opcode.text.rawValue { return frame.text }
            if frame.opcode == Opcode.close.rawValue { return nil }
        }
        return nil
    }

    /// The code with which the server closes, past everything before; nil when it just hangs up.
    public func receiveCloseCode() throws -> Int? {
        while let frame = try receive() {
            if frame.opcode == Opcode.close.rawValue { return frame.closeCode }
        }
        return nil
    }
}
