import BridgeServer
import LoopbackClient
import Testing

@Suite(.serialized) struct ViewfinderTests {
    private static let boundary = "--mrz-scan-frame\r\n"

    private func watch(_ here: ServedHere, isSlow: Bool = false) throws -> LoopbackSocket {
        let socket = try LoopbackSocket(port: here.port, isSlow: isSlow)
        let viewers = here.server.metrics.level(of: .viewers)
        try socket.send("GET /preview.mjpg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        here.wait(for: .viewers, viewers + 1)
        return socket
    }

    /// Each frame is followed by the boundary, so that a browser shows it at once.
    @Test func framesAsTheyCome() throws {
        let here = try ServedHere()
        #expect(!here.viewfinder.isWatched)
        let socket = try watch(here)
        #expect(here.viewfinder.isWatched)
        for jpeg in ["first", "second"] {
            here.viewfinder.show(Array(jpeg.utf8))
            if jpeg == "first" {
                let head = try socket.receive(through: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 200 "))
                #expect(
                    head.lowercased().contains("content-type: multipart/x-mixed-replace; boundary=mrz-scan-frame\r\n"))
            }
            let part = try socket.receive(through: "\(jpeg)\r\n\(Self.boundary)")
            #expect(part.contains("Content-Type: image/jpeg\r\nContent-Length: \(jpeg.utf8.count)\r\n\r\n\(jpeg)\r\n"))
        }
        here.viewfinder.finish()
        _ = try socket.receiveToEnd()
        here.wait(for: .viewers, 0)
        #expect(!here.viewfinder.isWatched)
    }

    @Test func noScan() throws {
        let here = try ServedHere { $0.limits.firstFrameSeconds = 0 }
        let socket = try LoopbackSocket(port: here.port)
        let reply = try socket.request("GET", "/preview.mjpg", port: here.port)
        #expect(reply.status == 503 && reply.fields["retry-after"] == "1")
        #expect(try socket.request("GET", "/healthz", port: here.port).status == 200)
    }

    /// A frame of a page elsewhere would take a viewer's place; who typed the address may look.
    @Test func framesOfPagesElsewhere() throws {
        let here = try ServedHere { $0.limits.firstFrameSeconds = 0 }
        for (site, status) in [("cross-site", 403), ("same-site", 403), ("none", 503), ("same-origin", 503)] {
            let reply = try LoopbackSocket(port: here.port).request(
                "GET", "/preview.mjpg", port: here.port,
                fields: ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"])
            #expect(reply.status == status, "\(site)")
        }
    }

    /// As many frames of pages elsewhere as there are places for viewers: none of them takes one.
    @Test func sixteenForeignViewers() throws {
        let here = try ServedHere()
        let foreign = try (0..<16).map { _ in try LoopbackSocket(port: here.port) }
        for socket in foreign {
            let reply = try socket.request(
                "GET", "/preview.mjpg", port: here.port,
                fields: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"])
            #expect(reply.status == 403)
        }
        let socket = try watch(here)
        here.viewfinder.show([1, 2, 3])
        #expect(try socket.reply().status == 200)
        withExtendedLifetime(foreign) {}
    }

    @Test func tooManyViewers() throws {
        let here = try ServedHere { $0.limits.viewers = 1 }
        let socket = try watch(here)
        #expect(try LoopbackSocket(port: here.port).request("GET", "/preview.mjpg", port: here.port).status == 503)
        here.viewfinder.show([1, 2, 3])
        #expect(try socket.reply().status == 200)
    }

    /// A viewer that reads nothing misses frames; another sees all the while.
    @Test func slowViewersMissFrames() throws {
        try whileOneReadsNothing(stalledSeconds: 30) { $0.metrics.count(of: .framesSkipped) == 0 }
    }

    /// And it is let go after a while.
    @Test func slowViewersAreLetGo() throws {
        #expect(try whileOneReadsNothing(stalledSeconds: 1) { $0.metrics.level(of: .viewers) == 2 } == 1)
    }

    /// Shows large frames to a viewer that reads them and to one that does not, while something holds.
    ///
    /// - Returns: how many viewers there are then.
    @discardableResult private func whileOneReadsNothing(
        stalledSeconds: Int, _ holds: (BridgeServer) -> Bool
    ) throws -> Int {
        let here = try ServedHere { $0.limits.stalledSeconds = stalledSeconds }
        let slow = try watch(here, isSlow: true)
        // A socket that nobody names any more is closed.
        defer { withExtendedLifetime(slow) {} }
        let fast = try watch(here)
        let frame = [UInt8](repeating: 7, count: 512 << 10)
        var received = 0
        // The longest that is waited for is a stall of a second.
        let limit = ContinuousClock.now + .seconds(120)
        while holds(here.server) {
            try #require(ContinuousClock.now < limit, "it holds for ever")
            here.viewfinder.show(frame)
            received += try fast.receive(through: Self.boundary).utf8.count
        }
        #expect(received > 0)
        return withExtendedLifetime(fast) { here.server.metrics.level(of: .viewers) }
    }
}
