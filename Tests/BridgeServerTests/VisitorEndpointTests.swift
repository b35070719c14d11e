import BridgeServer
import LoopbackClient
import Testing
import Threads

/// Who may scan with a camera of their own, and who hears what came of it.
@Suite(.serialized) struct VisitorEndpointTests {
    private func ticket(_ here: ServedHere) throws -> String {
        let reply = try LoopbackSocket(port: here.port).request(
            "POST", "/v1/tickets", port: here.port,
            fields: here.server.token.map { ["Authorization": "Bearer \($0.text)"] } ?? [:], body: [])
        #expect(reply.status == 201)
        return String(try #require(reply.text.firstMatch(of: /"ticket":"([0-9a-f]{32})"/)?.1))
    }

    private func visitor(_ here: ServedHere, _ query: String = "", _ fields: [String: String] = [:]) throws
        -> WebSocketClient
    {
        try WebSocketClient(port: here.port, path: "/v1/live" + query, fields: fields)
    }

    private func desk(_ here: ServedHere) throws -> (socket: WebSocketClient, ticket: String) {
        let query = here.server.token.map { "?token=\($0.text)" } ?? ""
        let socket = try WebSocketClient(port: here.port, path: "/v1/handoff" + query)
        return (socket, try invitation(socket))
    }

    private func invitation(_ desk: WebSocketClient) throws -> String {
        let text = try #require(try desk.receiveText())
        return String(try #require(text.firstMatch(of: /phone.html#ticket=([0-9a-f]{32})"/)?.1))
    }

    private func isRefused(_ status: Int, _ open: () throws -> WebSocketClient) -> Bool {
        do {
            _ = try open()
            return false
        } catch {
            return "\(error)" == "status \(status)"
        }
    }

    @Test func textsAndFrames() throws {
        let here = try ServedHere()
        let client = try visitor(here)
        try client.send("ready")
        #expect(try client.receiveText() == #"{"type":"ready"}"#)
        try client.send(.binary, Array(repeating: 7, count: 100_000))
        #expect(try client.receiveText() == #"{"type":"progress","bytes":100000}"#)
        #expect(here.server.metrics.level(of: .visitors) == 1)
        try client.send(.close, [0x03, 0xE8])
        #expect(try client.receiveCloseCode() == 1000)
        #expect(here.heard.wait { $0.last == "closed" ? $0.count : nil } == 3)
        here.wait(for: .visitors, 0)
    }

    @Test func whereNoVisitorsAre() throws {
        let here = try ServedHere(visitors: false)
        #expect(isRefused(404) { try visitor(here) })
        #expect(isRefused(404) { try WebSocketClient(port: here.port, path: "/v1/handoff") })
        #expect(
            try LoopbackSocket(port: here.port).request("POST", "/v1/tickets", port: here.port, body: []).status == 404)
        let settings = try LoopbackSocket(port: here.port).request("GET", "/settings.json", port: here.port).text
        #expect(settings.contains("\"visitors\":false"))
    }

    /// Pages of other origins, of another port of this machine among them, open nothing, whatever they know.
    @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost:8081"])
    func foreignOrigins(_ origin: String) throws {
        let here = try ServedHere()
        let ticket = try ticket(here)
        for path in ["", "?ticket=\(ticket)"] {
            #expect(isRefused(403) { try visitor(here, path, ["Origin": origin]) })
        }
        #expect(
            isRefused(403) { try WebSocketClient(port: here.port, path: "/v1/handoff", fields: ["Origin": origin]) })
        let post = try LoopbackSocket(port: here.port).request(
            "POST", "/v1/tickets", port: here.port, fields: ["Origin": origin], body: [])
        #expect(post.status == 403)
        // The ticket was not used up by that.
        _ = try visitor(here, "?ticket=\(ticket)")
    }

    @Test func withoutTheToken() throws {
        let here = try ServedHere { $0.asksForToken = true }
        let token = try #require(here.server.token).text
        for query in ["", "?token=", "?token=\(token.dropLast())x", "?ticket=", "?ticket=\(token)"] {
            #expect(isRefused(401) { try visitor(here, query) }, "\(query)")
        }
        #expect(isRefused(401) { try visitor(here, "", ["Cookie": "mrz-scan-\(here.port)=\(token)"]) })
        for path in ["/v1/handoff", "/v1/handoff?ticket=\(try ticket(here))"] {
            #expect(isRefused(401) { try WebSocketClient(port: here.port, path: path) })
        }
        #expect(
            try LoopbackSocket(port: here.port).request("POST", "/v1/tickets", port: here.port, body: []).status == 401)
        // A client that nobody holds hangs up, and that is heard.
        let client = try visitor(here, "?token=\(token)")
        withExtendedLifetime(client) { #expect(here.heard.update { $0 } == []) }
    }

    /// Good once, for one scan and nothing else.
    @Test func tickets() throws {
        let here = try ServedHere { $0.asksForToken = true }
        let ticket = try ticket(here)
        for path in ["/metrics?ticket=\(ticket)", "/metrics?token=\(ticket)", "/preview.mjpg?ticket=\(ticket)"] {
            #expect(try LoopbackSocket(port: here.port).request("GET", path, port: here.port).status == 401)
        }
        let first = try visitor(here, "?ticket=\(ticket)")
        #expect(isRefused(401) { try visitor(here, "?ticket=\(ticket)") })
        // It ends with the document.
        try first.send("progress")
        #expect(try first.receiveText() == #"{"type":"progress"}"#)
        try first.send("result")
        #expect(try first.receiveText() == #"{"type":"result"}"#)
        #expect(try first.receiveCloseCode() == 1000)
        #expect(isRefused(401) { try visitor(here, "?ticket=\(ticket)") })
    }

    /// A ticket that is no good is refused where none would be asked for, too: its desk would wait in vain.
    @Test func ticketsThatAreTooOldOrGuessed() throws {
        let here = try ServedHere { $0.limits.ticketSeconds = 0 }
        #expect(isRefused(401) { try visitor(here, "?ticket=\(try ticket(here))") })
        for guess in 0..<50 {
            let text = String(guess, radix: 16)
            let guess = String(repeating: "0", count: 32 - text.count) + text
            #expect(isRefused(401) { try visitor(here, "?ticket=\(guess)") })
        }
        #expect(here.server.metrics.count(of: .refused(.token)) == 51)
        #expect(here.heard.update { $0 } == [])
    }

    @Test func tooManyTickets() throws {
        let here = try ServedHere { $0.limits.tickets = 3 }
        for _ in 0..<3 { _ = try ticket(here) }
        let reply = try LoopbackSocket(port: here.port).request("POST", "/v1/tickets", port: here.port, body: [])
        #expect(reply.status == 503)
        let desk = try WebSocketClient(port: here.port, path: "/v1/handoff")
        #expect(try desk.receiveText()?.contains(#""code":"busy""#) == true)
    }

    /// The telephone's scan is told at its desk, the document there only; and nobody else hears of either.
    @Test func aTelephoneForADesk() throws {
        let here = try ServedHere { $0.asksForToken = true }
        let (desk, ticket) = try desk(here)
        let (other, _) = try self.desk(here)
        let telephone = try visitor(here, "?ticket=\(ticket)")
        #expect(try desk.receiveText() == #"{"type":"joined"}"#)
        try telephone.send("ready")
        #expect(try telephone.receiveText() == #"{"type":"ready"}"#)
        try telephone.send("progress")
        for socket in [telephone, desk] { #expect(try socket.receiveText() == #"{"type":"progress"}"#) }
        try telephone.send("result")
        #expect(try desk.receiveText() == #"{"type":"result"}"#)
        #expect(try telephone.receiveText() == #"{"type":"done"}"#)
        #expect(try telephone.receiveCloseCode() == 1000)
        #expect(try desk.receiveText() == #"{"type":"left"}"#)
        // The other desk has heard nothing in between: what it asks for is what it is told next.
        try other.send("renew")
        _ = try invitation(other)
    }

    /// A desk's page goes as soon as it has the document. Its telephone is not sent away before it was told that all is
    /// done.
    @Test func aDeskThatGoesWithTheDocument() throws {
        let told = Monitor<[String]>([])
        let here = Monitor<WaitingPage?>(nil)
        let line = SocketLine(
            send: { message in
                let text = String(decoding: message, as: UTF8.self)
                told.update { $0.append(text.contains("svg") ? "desk: invitation" : "desk: \(text)") }
                if text.contains("result") { here.update { $0 }?.close() }
            }, hangUp: {})
        let desk = WaitingPage(line, Tickets(limit: 1, lifetime: .seconds(60)), seconds: 60, showsResult: false) { _ in
            WaitingPage.Invitation(address: "", svg: nil)
        }
        here.update { $0 = desk }
        desk.begin()
        let telephone = SocketLine(
            send: { message in told.update { $0.append("telephone: \(String(decoding: message, as: UTF8.self))") } },
            hangUp: { told.update { $0.append("telephone: hung up") } })
        let tell = try #require(desk.join(telephone))
        tell(.result(Array("result".utf8)))
        #expect(
            told.update { $0 } == [
                "desk: invitation", #"desk: {"type":"joined"}"#, "desk: result", #"telephone: {"type":"done"}"#,
                "telephone: hung up",
            ])
    }

    /// Who was told that all is done is waited for; who never hangs up, not for ever.
    @Test func whoDoesNotHangUp() throws {
        let here = try ServedHere { $0.limits.farewellSeconds = 1 }
        let (desk, ticket) = try desk(here)
        let telephone = try visitor(here, "?ticket=\(ticket)")
        try telephone.send("result")
        #expect(try telephone.receiveText() == #"{"type":"done"}"#)
        #expect(try telephone.receiveCloseCode() == 1000)
        #expect(try telephone.receive() == nil)
        here.wait(for: .visitors, 0)
        withExtendedLifetime(desk) {}
    }

    @Test func aTelephoneThatMaySeeTheDocument() throws {
        let here = try ServedHere { $0.telephonesSeeResults = true }
        let (desk, ticket) = try desk(here)
        let telephone = try visitor(here, "?ticket=\(ticket)")
        try telephone.send("result")
        #expect(try telephone.receiveText() == #"{"type":"result"}"#)
        _ = try desk.receiveText()
        #expect(try desk.receiveText() == #"{"type":"result"}"#)
    }

    /// What the desk waits for is what its telephone's scan looks for, whatever the telephone says of that.
    @Test func whatTheDeskWaitsFor() throws {
        let here = try ServedHere()
        let (desk, ticket) = try desk(here)
        try desk.send(#"{"type":"expect","documentType":"PASSPORT","more":1}"#)
        try desk.send(.ping, [1])
        #expect(try desk.receive()?.payload == [1])
        let telephone = try visitor(here, "?ticket=\(ticket)")
        try telephone.send(#"{"type":"start","documentType":"VISA","countryCode":"UTO"}"#)
        try telephone.send(#"{"type":"stop"}"#)
        #expect(
            here.heard.wait { $0.count == 2 ? $0 : nil } == [
                #"{"type":"start","countryCode":"UTO","documentType":"PASSPORT"}"#, #"{"type":"stop"}"#,
            ])
        withExtendedLifetime(desk) {}
    }

    /// A desk's next ticket ends the one before; a telephone that went without a document makes room for another.
    @Test func ticketsOfADesk() throws {
        let here = try ServedHere()
        let (desk, first) = try desk(here)
        try desk.send("renew")
        let second = try invitation(desk)
        #expect(isRefused(401) { try visitor(here, "?ticket=\(first)") })
        var telephone: WebSocketClient? = try visitor(here, "?ticket=\(second)")
        #expect(try desk.receiveText() == #"{"type":"joined"}"#)
        // While it is there no other is invited.
        try desk.send("renew")
        try desk.send(.ping, [1])
        #expect(try desk.receive()?.payload == [1])
        _ = telephone
        telephone = nil
        #expect(try desk.receiveText() == #"{"type":"left"}"#)
        try desk.send("renew")
        _ = try visitor(here, "?ticket=\(try invitation(desk))")
    }

    /// Without its desk a telephone scans for nobody.
    @Test func aDeskThatGoes() throws {
        let here = try ServedHere()
        var (desk, ticket): (WebSocketClient?, String) = try desk(here)
        let telephone = try visitor(here, "?ticket=\(ticket)")
        #expect(try desk?.receiveText() == #"{"type":"joined"}"#)
        desk = nil
        #expect(try telephone.receiveCloseCode() == 1000)
        let (other, unused) = try self.desk(here)
        try other.send(.close, [0x03, 0xE8])
        _ = try other.receiveCloseCode()
        here.wait(for: .webSockets, 0)
        #expect(isRefused(401) { try visitor(here, "?ticket=\(unused)") })
    }

    @Test(
        arguments: [
            ("a giant frame", [WebSocketClient.frame(.binary, Array(repeating: 0, count: 3000))], 1009),
            (
                "a giant frame in parts",
                [
                    WebSocketClient.frame(.binary, Array(repeating: 0, count: 900), isFinal: false),
                    WebSocketClient.frame(.continuation, Array(repeating: 0, count: 1500)),
                ], 1009
            ),
            ("not masked", [WebSocketClient.frame(.binary, [1], isMasked: false)], 1002),
            (
                "more frames than any camera gives", Array(repeating: WebSocketClient.frame(.binary, [1]), count: 40),
                1008
            ),
        ] as [(String, [[UInt8]], Int)])
    func badFrames(_ name: String, _ frames: [[UInt8]], _ code: Int) throws {
        let here = try ServedHere {
            $0.limits.frameBytes = 2000
            $0.limits.framesPerSecond = 10
        }
        let other = try visitor(here)
        let client = try visitor(here)
        for frame in frames { _ = client.socket.sends(frame) }
        #expect(try client.receiveCloseCode() == code, "\(name)")
        try other.send("ready")
        #expect(try other.receiveText() == #"{"type":"ready"}"#)
    }

    /// Three hundred visitors who open a connection and do nothing, and one who does not fetch what it is told.
    @Test func threeHundredSockets() throws {
        let here = try ServedHere { $0.limits.stalledSeconds = 1 }
        let idle = try (0..<300).map { _ in try visitor(here) }
        let deaf = try WebSocketClient(port: here.port, path: "/v1/live", isSlow: true)
        let long = WebSocketClient.frame(.text, Array(String(repeating: "x", count: 60_000).utf8))
        for _ in 0..<400 where !deaf.socket.sends(long) { break }
        let busy = try visitor(here)
        for _ in 0..<20 {
            try busy.send(.binary, Array(repeating: 7, count: 50_000))
            #expect(try busy.receiveText() == #"{"type":"progress","bytes":50000}"#)
        }
        here.wait(for: .visitors, 301)
        withExtendedLifetime(idle) {}
    }
}
