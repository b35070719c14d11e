import Bridge
import BridgeServer
import Testing
import Threads

/// A server for one test, on a port of its own. Its bridge says every message back, and its reader answers as told.
final class ServedHere {
    let server: BridgeServer
    let viewfinder: Viewfinder
    let closed: Monitor<Int>
    /// What came to visitors' peers.
    let heard: Monitor<[String]>
    var port: Int { server.port }

    /// - Parameter visitors: whether their cameras are taken.
    init(
        visitors: Bool = true, _ change: (inout ServerConfiguration) -> Void = { _ in },
        reader: @escaping @Sendable (Upload) -> UploadAnswer = { upload in
            UploadAnswer(
                outcome: .verified, lines: "{\"source\":\"\(upload.source)\",\"bytes\":\(upload.bytes.count)}\n")
        }
    ) throws {
        var configuration = ServerConfiguration()
        configuration.port = 0
        change(&configuration)
        let (viewfinder, closed, heard) = (Viewfinder(), Monitor(0), Monitor<[String]>([]))
        self.heard = heard
        self.viewfinder = viewfinder
        self.closed = closed
        let openVisitor: ServerServices.OpenVisitor = { VisitorEcho(tell: $0, heard: heard) }
        server = try BridgeServer.start(
            configuration,
            services: ServerServices(
                viewfinder: viewfinder, makeReader: { reader }, openVisitor: visitors ? openVisitor : nil,
                openBridge: { dialect, send in Echo(dialect: dialect, send: send, closed: closed) }))
    }

    deinit { server.stop(timeout: .seconds(1)) }

    /// Waits until a number is what it should be, and no longer than a minute.
    func wait(for gauge: Metrics.Gauge, _ value: Int) {
        let never = Monitor(())
        for _ in 0..<12_000 where server.metrics.level(of: gauge) != value {
            _ = never.wait(atMost: .milliseconds(5)) { _ in Bool?.none }
        }
        #expect(server.metrics.level(of: gauge) == value)
    }
}

private struct Echo: BridgePeer {
    let dialect: Dialect
    let send: @Sendable ([UInt8]) -> Void
    let closed: Monitor<Int>

    var pendingCount: Int { 0 }

    func receive(_ message: [UInt8]) {
        // One short message that asks for a long answer.
        if message.starts(with: Array("many".utf8)) {
            for _ in 0..<64 { send(Array(repeating: UInt8(ascii: "x"), count: 256 << 10)) }
        } else if message == Array("dialect".utf8) {
            send(Array(dialect.rawValue.utf8))
        } else {
            send(message)
        }
    }

    func close() { closed.update { $0 += 1 } }
}

/// Says what a scan would say: every text is told of by its first word, every frame by how long it is.
private struct VisitorEcho: VisitorPeer {
    let tell: @Sendable (LiveMessage) -> Void
    let heard: Monitor<[String]>

    var pendingCount: Int { 0 }

    func receive(_ message: [UInt8]) {
        let text = String(decoding: message, as: UTF8.self)
        heard.update { $0.append(text) }
        let bytes = Array("{\"type\":\"\(text)\"}".utf8)
        switch text {
        case "ready": tell(.ready(bytes))
        case "result": tell(.result(bytes))
        case "error": tell(.failure(bytes))
        default: tell(.progress(bytes))
        }
    }

    func show(_ frame: [UInt8]) {
        heard.update { $0.append("frame \(frame.count)") }
        tell(.progress(Array("{\"type\":\"progress\",\"bytes\":\(frame.count)}".utf8)))
    }

    func close() { heard.update { $0.append("closed") } }
}
