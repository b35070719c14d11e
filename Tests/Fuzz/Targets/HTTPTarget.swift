import Bridge
import BridgeServer
import NIOCore
import NIOEmbedded

extension FuzzTarget {
    /// A connection to the server, with the handlers that it has in service. The first byte says whether the handshake
    /// of a WebSocket comes first, the second in how many pieces the rest arrives.
    static let http = FuzzTarget("http", maxBytes: 4096) { bytes in
        var dice = Dice(bytes)
        let isUpgraded = dice.below(2) == 1
        let piece = 1 + Int(dice.byte())
        let channel = EmbeddedChannel()
        do {
            try BridgeServer.addConnectionHandlers(
                to: channel,
                services: ServerServices(
                    viewfinder: Viewfinder(), makeReader: { { _ in UploadAnswer(outcome: .notFound, lines: "") } },
                    openBridge: { _, send in Echo(send: send) }))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            if isUpgraded { try channel.writeInbound(ByteBuffer(string: handshake)) }
            var rest = dice.remainder[...]
            while !rest.isEmpty, channel.isActive {
                try channel.writeInbound(ByteBuffer(bytes: rest.prefix(piece)))
                rest = rest.dropFirst(piece)
                channel.embeddedEventLoop.run()
            }
            while try channel.readOutbound(as: ByteBuffer.self) != nil {}
            // Everything that waits for a time: timeouts, pings, the moment before a close.
            channel.embeddedEventLoop.advanceTime(by: .minutes(5))
            // Uploads wait for a reader, and here is none.
            let uploads = String(decoding: bytes, as: UTF8.self).contains("POST")
            demand(!channel.isActive || uploads, "a silent client is let go")
        } catch {
            // An error of the connection is its end.
        }
        do { _ = try channel.finish(acceptAlreadyClosed: true) } catch {}
    }

    private static let handshake = """
        GET /bridge HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
        """

    private struct Echo: BridgePeer {
        let send: @Sendable ([UInt8]) -> Void
        var pendingCount: Int { 0 }
        func receive(_ message: [UInt8]) { send(message) }
        func close() {}
    }
}
