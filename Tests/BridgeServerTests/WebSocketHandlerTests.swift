import BridgeServer
import LoopbackClient
import Testing
import Threads

/// What RFC 6455 asks of a server, and what a server does with clients that know no RFC.
@Suite(.serialized) struct WebSocketHandlerTests {
    @Test func messagesGoInAndOut() throws {
        let here = try ServedHere()
        let client = try WebSocketClient(port: here.port)
        try client.send("one")
        try client.send("two")
        #expect(try client.receiveText() == "one")
        #expect(try client.receiveText() == "two")
    }

    @Test func dialects() throws {
        let here = try ServedHere()
        let client = try WebSocketClient(port: here.port, path: "/bridge?dialect=gbg")
        try client.send("dialect")
        #expect(try client.receiveText() == "gbg")
        #expect { try WebSocketClient(port: here.port, path: "/bridge?dialect=x") } throws: { "\($0)" == "status 404" }
    }

    @Test func fragmentsAreJoined() throws {
        let here = try ServedHere()
        let client = try WebSocketClient(port: here.port)
        try client.send(.text, Array("a pass".utf8), isFinal: false)
        try client.send(.ping, [7])
        try client.send(.continuation, Array("port".utf8))
        #expect(try client.receive() == WebSocketClient.Frame(opcode: 10, payload: [7]))
        #expect(try client.receiveText() == "a passport")
    }

    @Test func closingIsAnswered() throws {
        let here = try ServedHere()
        let client = try WebSocketClient(port: here.port)
        try client.send(.close, [0x03, 0xE8])
        #expect(try client.receiveCloseCode() == 1000)
        #expect(try client.receive() == nil)
        #expect(here.closed.wait { $0 == 1 ? $0 : nil } == 1)
        here.wait(for: .webSockets, 0)
    }

    /// Every kind of bad frame, with the code that RFC 6455, 7.4.1 has for it.
    @Test(
        arguments: [
            ("not masked", WebSocketClient.frame(.text, [65], isMasked: false), 1002),
            ("binary", WebSocketClient.frame(.binary, [0, 255, 1, 254]), 1003),
            ("not UTF-8", WebSocketClient.frame(.text, [0xC3, 0x28]), 1007),
            ("a reserved bit", [0xC1, 0x81, 1, 2, 3, 4, 0x40], 1002),
            ("a reserved opcode", [0x83, 0x80, 1, 2, 3, 4], 1002),
            ("a continuation of nothing", WebSocketClient.frame(.continuation, [65]), 1002),
            ("a ping in parts", WebSocketClient.frame(.ping, [], isFinal: false), 1002),
            ("a ping of 126 bytes", WebSocketClient.frame(.ping, Array(repeating: 65, count: 126)), 1002),
            ("8 EiB announced", [0x81, 0xFF, 0x7F] + Array(repeating: 0xFF, count: 7) + [1, 2, 3, 4], 1009),
            ("32 MiB announced", [0x81, 0xFF, 0, 0, 0, 0, 2, 0, 0, 0] + [1, 2, 3, 4], 1009),
            ("a close frame with half a code", WebSocketClient.frame(.close, [0x03]), 1002),
            ("a close frame whose reason is not UTF-8", WebSocketClient.frame(.close, [0x03, 0xE8, 0xC3, 0x28]), 1007),
            ("a close code that never stands in a frame", WebSocketClient.frame(.close, [0x03, 0xED]), 1002),
        ] as [(String, [UInt8], Int)])
    func badFrames(_ name: String, _ bytes: [UInt8], _ code: Int) throws {
        let here = try ServedHere()
        let client = try WebSocketClient(port: here.port)
        try client.socket.send(bytes)
        #expect(try client.receiveCloseCode() == code, "\(name)")
        #expect(try client.receive() == nil)
        try expectService(here)
    }

    @Test func tooLongInFragments() throws {
        let here = try ServedHere { $0.limits.messageBytes = 1000 }
        let client = try WebSocketClient(port: here.port)
        try client.send(.text, Array(repeating: 65, count: 600), isFinal: false)
        try client.send(.continuation, Array(repeating: 65, count: 600))
        #expect(try client.receiveCloseCode() == 1009)
        try expectService(here)
    }

    @Test func endlessFragments() throws {
        let here = try ServedHere()
        let client = try WebSocketClient(port: here.port)
        try client.send(.text, [65], isFinal: false)
        let more = Array(
            repeatElement(WebSocketClient.frame(.continuation, [65], isFinal: false), count: 2000).joined())
        _ = client.socket.sends(more)
        #expect(try client.receiveCloseCode() == 1009)
        try expectService(here)
    }

    @Test func binaryJunkInsteadOfFrames() throws {
        let here = try ServedHere()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            let client = try WebSocketClient(port: here.port)
            _ = client.socket.sends((0..<4096).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
            // Whatever it meant: no answer is a text of ours, and the server goes on.
            while let frame = try junkAnswer(client) { #expect(frame.opcode >= 8) }
        }
        try expectService(here)
    }

    /// Random bytes may also be the start of a frame that never ends, for which the server rightly waits.
    private func junkAnswer(_ client: WebSocketClient) throws -> WebSocketClient.Frame? {
        do { return try client.receive() } catch is LoopbackSocket.Failure { return nil }
    }

    @Test func tenThousandPings() throws {
        let here = try ServedHere()
        let client = try WebSocketClient(port: here.port)
        let pings = Array(repeatElement(WebSocketClient.frame(.ping, [1, 2, 3]), count: 100).joined())
        for _ in 0..<100 {
            try client.socket.send(pings)
            for _ in 0..<100 { #expect(try client.receive() == WebSocketClient.Frame(opcode: 10, payload: [1, 2, 3])) }
        }
        try client.send("still here")
        #expect(try client.receiveText() == "still here")
    }

    /// The same without reading a single pong: the server stops listening to such a client, and lets it go.
    @Test func pingsWithoutReading() throws {
        let here = try ServedHere { $0.limits.stalledSeconds = 1 }
        let client = try WebSocketClient(port: here.port, isSlow: true)
        let pings = Array(
            repeatElement(WebSocketClient.frame(.ping, Array(repeating: 1, count: 125)), count: 1000).joined())
        here.wait(for: .webSockets, 1)
        while client.socket.sends(pings), here.server.metrics.level(of: .webSockets) == 1 {}
        here.wait(for: .webSockets, 0)
        #expect(here.server.metrics.count(of: .refused(.slow)) == 1)
        try expectService(here)
    }

    @Test func answersThatNobodyFetches() throws {
        let here = try ServedHere()
        let client = try WebSocketClient(port: here.port, isSlow: true)
        try client.send("many")
        here.wait(for: .webSockets, 0)
        #expect(here.closed.wait { $0 == 1 ? $0 : nil } == 1)
        #expect(here.server.metrics.count(of: .refused(.slow)) == 1)
        try expectService(here)
    }

    @Test func tooManyMessages() throws {
        let here = try ServedHere { $0.limits.messagesPerSecond = 10 }
        let client = try WebSocketClient(port: here.port)
        for _ in 0..<40 { _ = client.socket.sends(WebSocketClient.frame(.text, [65])) }
        #expect(try client.receiveCloseCode() == 1008)
        #expect(here.server.metrics.count(of: .refused(.rate)) == 1)
        try expectService(here)
    }

    @Test func tooManySockets() throws {
        let here = try ServedHere { $0.limits.webSockets = 2 }
        let clients = try (0..<2).map { _ in try WebSocketClient(port: here.port) }
        #expect { try WebSocketClient(port: here.port) } throws: { "\($0)" == "status 503" }
        try clients[1].send("fine")
        #expect(try clients[1].receiveText() == "fine")
    }

    @Test func silentClientsArePingedAndLetGo() throws {
        let here = try ServedHere { $0.limits.pingSeconds = 1 }
        let client = try WebSocketClient(port: here.port)
        #expect(try client.receive()?.opcode == WebSocketClient.Opcode.ping.rawValue)
        #expect(try client.receive()?.opcode == WebSocketClient.Opcode.ping.rawValue)
        #expect(try client.receive() == nil)
    }

    @Test func theEndIsSaid() throws {
        let here = try ServedHere()
        let client = try WebSocketClient(port: here.port)
        here.server.stop()
        #expect(try client.receiveCloseCode() == 1001)
    }

    /// Whatever one client did, the next is served.
    private func expectService(_ here: ServedHere) throws {
        let next = try WebSocketClient(port: here.port)
        try next.send("next")
        #expect(try next.receiveText() == "next")
    }
}
