import BridgeConformance
import Foundation
import LoopbackClient
import Testing

/// The same host on every transport.
@Suite(.timeLimit(.minutes(40))) struct BridgeConformanceTests {
    private static let passport = "td3/096-scan-rgb.jpg"
    /// A camera before which the passport stays.
    private static let camera = [
        "--today", "2026-02-28", "--images", BuiltProgram.sample(passport), "--hold", "100000",
    ]

    private func number() throws -> String {
        let label = try #require(try Labels.of(Self.passport))
        let lines = try #require(label["lines"] as? [String])
        return String(lines[1].prefix(9).prefix { $0 != "<" })
    }

    @Test(arguments: BridgeConformance.allCases)
    func standardStreams(_ check: BridgeConformance) async throws {
        let host = try BridgeProcess(Self.camera)
        do {
            try await check.run(BridgeClient(host.transport), document: try number())
        } catch {
            Issue.record(error)
        }
        #expect(try host.finish() == 0)
    }

    @Test(arguments: BridgeConformance.allCases)
    func webSocket(_ check: BridgeConformance) async throws {
        let served = try ServedProgram(Self.camera)
        // One thread receives, another sends: they share nothing but the socket.
        nonisolated(unsafe) let page = try WebSocketClient(port: served.port)
        let (messages, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            do {
                while let text = try page.receiveText() { continuation.yield(text) }
            } catch {
                // The client says that the host has gone.
            }
            continuation.finish()
        }
        let transport = BridgeTransport(messages: messages) { text in try page.send(text) }
        do {
            try await check.run(BridgeClient(transport), document: try number())
        } catch {
            Issue.record(error)
        }
        #expect(served.end().status == 0)
    }
}
