import BridgeServer
import Foundation
import LoopbackClient
import Testing
import Threads

@Suite(.serialized) struct RequestHandlerTests {
    private func ask(_ here: ServedHere, _ target: String, _ fields: [String: String] = [:]) throws -> HTTPReply {
        try ask(here, "GET", target, fields)
    }

    private func ask(
        _ here: ServedHere, _ method: String, _ target: String, _ fields: [String: String] = [:],
        body: [UInt8]? = nil
    ) throws -> HTTPReply {
        try LoopbackSocket(port: here.port).request(method, target, port: here.port, fields: fields, body: body)
    }

    @Test func pageWithItsPolicy() throws {
        let here = try ServedHere()
        let page = try ask(here, "/")
        #expect(page.status == 200 && page.text.hasPrefix("<!doctype html>"))
        #expect(page.fields["content-type"] == "text/html; charset=utf-8")
        let policy = try #require(page.fields["content-security-policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
        #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'self'"))
        #expect(page.fields["x-content-type-options"] == "nosniff")
        #expect(page.fields["cross-origin-resource-policy"] == "same-origin")
        #expect(page.fields["access-control-allow-origin"] == nil)
        for path in ["/index.html", "/style.css", "/app.js", "/bridge.js", "/icon.svg"] {
            #expect(try ask(here, path).status == 200, "\(path)")
        }
    }

    @Test func severalRequestsOverOneConnection() throws {
        let here = try ServedHere()
        let socket = try LoopbackSocket(port: here.port)
        for _ in 0..<3 {
            #expect(try socket.request("GET", "/healthz", port: here.port).text == "{\"status\":\"ok\"}\n")
        }
        let head = try socket.request("HEAD", "/style.css", port: here.port)
        #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] != "0")
        #expect(try socket.request("GET", "/healthz", port: here.port).status == 200)
    }

    /// Requests that come while an upload is read are begun with its answer, and what is no request ends them.
    @Test func requestsThatComeTogether() throws {
        let here = try ServedHere()
        let socket = try LoopbackSocket(port: here.port)
        let uploads = ["abc", "abcde"].map {
            "POST /scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)"
        }
        try socket.send(uploads.joined() + "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n\u{1}\u{2}\r\n\r\n")
        #expect(try socket.reply().text == "{\"source\":\"upload\",\"bytes\":3}\n")
        #expect(try socket.reply().text == "{\"source\":\"upload\",\"bytes\":5}\n")
        #expect(try socket.reply().text == "{\"status\":\"ok\"}\n")
        #expect(try socket.reply().status == 400)
        #expect(try socket.receiveToEnd().isEmpty)
    }

    /// Files are found by comparing, not by opening: nothing leads out of the page.
    @Test(arguments: [
        "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/style.css/../../../etc/passwd",
        "/Page/index.html",
        "/index.html%00.png", "http://127.0.0.1/../../etc/passwd", "*", "/STYLE.CSS",
    ])
    func noPathLeadsElsewhere(_ path: String) throws {
        let here = try ServedHere()
        let reply = try ask(here, path)
        #expect([400, 404].contains(reply.status))
        #expect(!reply.text.contains("root:"))
    }

    @Test func methods() throws {
        let here = try ServedHere()
        #expect(try ask(here, "DELETE", "/").status == 405)
        #expect(try ask(here, "GET", "/scan").status == 405)
        #expect(try ask(here, "POST", "/metrics", body: []).status == 405)
        #expect(try ask(here, "GET", "/bridge").status == 426)
        // `Allow` names what the endpoint takes, and nothing else: RFC 9110, 10.2.1.
        for (method, path, allowed) in [
            ("DELETE", "/", "GET, HEAD"), ("HEAD", "/preview.mjpg", "GET"), ("GET", "/v1/scan", "POST, OPTIONS"),
            ("GET", "/v1/tickets", "POST, OPTIONS"),
        ] {
            let reply = try ask(here, method, path)
            #expect(reply.status == 405 && reply.fields["allow"] == allowed, "\(method) \(path)")
        }
    }

    @Test(arguments: ["evil.example", "evil.example:8080", "10.0.0.7", "127.0.0.1.evil.example", "", "[::2]", "a b"])
    func foreignHosts(_ host: String) throws {
        let here = try ServedHere()
        for path in ["/", "/metrics", "/healthz", "/preview.mjpg"] {
            #expect(try ask(here, path, ["Host": host]).status == 421, "\(path)")
        }
        #expect(try ask(here, "POST", "/scan", ["Host": host], body: [1]).status == 421)
        #expect { try WebSocketClient(port: here.port, fields: ["Host": host]) } throws: { "\($0)" == "status 421" }
        #expect(here.server.metrics.count(of: .refused(.host)) == 6)
    }

    /// The name that telephones are sent to is its own.
    @Test func publicName() throws {
        let here = try ServedHere { $0.publicAddress = "https://Desk.Example:8443/mrz" }
        for host in ["desk.example:8443", "desk.example"] {
            #expect(try ask(here, "/healthz", ["Host": host]).status == 200, "\(host)")
        }
        #expect(try ask(here, "/healthz", ["Host": "other.example"]).status == 421)
    }

    /// A server that reads no files says so, and not that somebody is to try again.
    @Test func whereNoFilesAreRead() throws {
        let here = try ServedHere {
            $0.limits.uploadWorkers = 0
            $0.limits.uploadsWaiting = 0
        }
        #expect(try ask(here, "POST", "/v1/scan", body: [1]).status == 404)
    }

    /// An address as a whole, as proxies write it: its host counts, and not the field. RFC 9112, 3.2.2.
    @Test func addressesAsAWhole() throws {
        let here = try ServedHere()
        for (target, status) in [
            ("http://127.0.0.1:\(here.port)/healthz", 200), ("HTTP://LocalHost/healthz?x", 200), ("http://[::1]", 200),
            ("https://localhost?token=x", 200), ("http://localhost/nothing", 404), ("http://evil.example/healthz", 421),
            ("http://localhost@evil.example/", 421), ("http://evil@localhost/", 421),
            ("http://localhost:x/", 421),
        ] { #expect(try ask(here, target).status == status, "\(target)") }
        #expect(try ask(here, "http://localhost/healthz", ["Host": "evil.example"]).status == 200)
        let own = ["Origin": "http://localhost"]
        #expect(try ask(here, "POST", "http://localhost/v1/scan", own, body: [1]).status == 200)
        #expect(try ask(here, "POST", "http://127.0.0.1/v1/scan", own, body: [1]).status == 403)
        _ = try WebSocketClient(port: here.port, path: "http://127.0.0.1:\(here.port)/bridge")
    }

    @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "https://evil.example:443"])
    func foreignOrigins(_ origin: String) throws {
        let here = try ServedHere()
        #expect { try WebSocketClient(port: here.port, fields: ["Origin": origin]) } throws: { "\($0)" == "status 403" }
        #expect(try ask(here, "POST", "/scan", ["Origin": origin], body: [1]).status == 403)
        #expect(try ask(here, "/preview.mjpg", ["Sec-Fetch-Site": "cross-site"]).status == 403)
    }

    @Test func ownAndAllowedOrigins() throws {
        let here = try ServedHere { $0.allowedOrigins = ["https://app.example"] }
        for origin in ["http://127.0.0.1:\(here.port)", "https://app.example"] {
            let client = try WebSocketClient(port: here.port, fields: ["Origin": origin])
            try client.send("hello")
            #expect(try client.receiveText() == "hello")
        }
        let reply = try ask(here, "POST", "/scan", ["Origin": "https://app.example"], body: [1])
        #expect(reply.status == 200 && reply.fields["access-control-allow-origin"] == "https://app.example")
        #expect(try ask(here, "OPTIONS", "/scan", ["Origin": "https://app.example"]).status == 200)
        #expect(try ask(here, "/").fields["content-security-policy"]?.contains("https://app.example") == true)
    }

    /// Browsers ask without the token what a page elsewhere may post; the post itself has it.
    @Test func preflights() throws {
        let page = ["Origin": "https://app.example"]
        let question = page.merging([
            "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type",
        ]) { $1 }
        let here = try ServedHere {
            $0.asksForToken = true
            $0.allowedOrigins = ["https://app.example"]
        }
        let token = try #require(here.server.token).text
        let known = ["Authorization": "Bearer \(token)"]
        for path in ["/v1/scan", "/scan", "/v1/tickets"] {
            let reply = try ask(here, "OPTIONS", path, question)
            #expect(reply.status == 200 && reply.fields["access-control-allow-origin"] == "https://app.example")
            #expect(reply.fields["access-control-allow-methods"] == "POST", "\(path)")
            #expect(reply.fields["access-control-allow-headers"] == "Content-Type, Authorization", "\(path)")
            #expect(reply.fields["access-control-expose-headers"] == "Retry-After", "\(path)")
            #expect(try ask(here, "POST", path, page, body: [1]).status == 401, "\(path)")
            let post = try ask(here, "POST", path, page.merging(known) { $1 }, body: [1])
            #expect([200, 201].contains(post.status), "\(path)")
            // Nobody else is told anything.
            #expect(try ask(here, "OPTIONS", path).status == 401, "\(path)")
            let other = try ask(here, "OPTIONS", path, ["Origin": "https://evil.example"])
            #expect(other.status == 403 && other.fields["access-control-allow-origin"] == nil, "\(path)")
        }
        for path in ["/metrics", "/bridge", "/preview.mjpg"] {
            #expect(try ask(here, "OPTIONS", path, question).status == 401, "\(path)")
        }
        #expect(try ask(here, "/").fields["access-control-expose-headers"] == nil)
    }

    /// The script tag and the picture of docs/server.md: browsers name no origin for them, but the page they are for.
    @Test func partsOfAllowedPages() throws {
        let here = try ServedHere { $0.allowedOrigins = ["https://app.example", "http://localhost:5173"] }
        func script(_ fields: [String: String]) throws -> HTTPReply { try ask(here, "/bridge.js", fields) }
        for page in ["https://app.example/", "http://localhost:5173/index.html?x#y", "https://APP.example"] {
            let reply = try script(["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Referer": page])
            #expect(reply.status == 200 && reply.fields["cross-origin-resource-policy"] == "cross-origin", "\(page)")
            #expect(reply.fields["access-control-allow-origin"] == nil)
        }
        for page in [
            "https://evil.example/", "https://app.example.evil.example/", "https://evil.example/https://app.example/",
            "https://app.example@evil.example/", "http://app.example/", "http://localhost:51730/", "",
        ] {
            #expect(try script(["Sec-Fetch-Site": "same-site", "Referer": page]).status == 403, "\(page)")
        }
        // It is no way to post, and no way round an origin that is named.
        let form = ["Sec-Fetch-Site": "cross-site", "Referer": "https://app.example/"]
        #expect(try ask(here, "POST", "/scan", form, body: [1]).status == 403)
        #expect(
            try script(["Origin": "https://evil.example", "Referer": "https://app.example/"]).status == 403)
        #expect(try script([:]).fields["cross-origin-resource-policy"] == "same-origin")
    }

    @Test func tokens() throws {
        let here = try ServedHere { $0.asksForToken = true }
        let token = try #require(here.server.token).text
        #expect(here.server.address == "http://127.0.0.1:\(here.port)/?token=\(token)")
        for path in ["/metrics", "/preview.mjpg", "/openapi.json", "/nothing", "/metrics?token=\(token.dropLast())0x"] {
            #expect(try ask(here, path).status == 401, "\(path)")
        }
        // The page is the same for all, and holds nothing.
        for path in ["/", "/app.js", "/phone.html", "/healthz", "/?token=", "/?token=\(token.dropLast())0x"] {
            #expect(try ask(here, path).status == 200, "\(path)")
        }
        #expect { try WebSocketClient(port: here.port) } throws: { "\($0)" == "status 401" }

        let welcome = try ask(here, "/?token=\(token)")
        #expect(welcome.status == 303 && welcome.fields["location"] == "/#token=\(token)")
        // Browsers send cookies to every port of a host: none is set, and none is taken.
        #expect(welcome.fields["set-cookie"] == nil)
        let cookie = ["Cookie": "mrz-scan-\(here.port)=\(token)"]
        #expect(try ask(here, "/metrics", cookie).status == 401)
        #expect { try WebSocketClient(port: here.port, fields: cookie) } throws: { "\($0)" == "status 401" }
        #expect(try ask(here, "/metrics", ["Authorization": "Bearer \(token)"]).status == 200)
        _ = try WebSocketClient(port: here.port, path: "/bridge?token=\(token)")
    }

    /// The files of somebody else's page are for who has been let in; the cookie that says so opens nothing else.
    @Test func theCookieOfABundle() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
        try Data("<!doctype html>a page of an SDK".utf8).write(to: folder.appending(path: "index.html"))
        let bundle = try PageBundle(folder: folder.path, script: "")
        let here = try ServedHere {
            $0.asksForToken = true
            $0.bundle = bundle
        }
        let token = try #require(here.server.token).text
        #expect(try ask(here, "/").status == 401)
        let welcome = try ask(here, "/?token=\(token)")
        #expect(welcome.fields["location"] == "/#token=\(token)")
        let cookie = try #require(welcome.fields["set-cookie"])
        #expect(cookie.hasSuffix("; HttpOnly; SameSite=Lax; Path=/") && !cookie.contains(token))
        let pair = String(cookie.prefix { $0 != ";" })
        #expect(try ask(here, "/", ["Cookie": "other=1; \(pair)"]).text.contains("a page of an SDK"))
        #expect(try ask(here, "/.mrz-scan/metrics", ["Cookie": pair]).status == 401)
        let secret = pair.split(separator: "=").last.map(String.init) ?? ""
        #expect(
            try ask(here, "/.mrz-scan/metrics?token=\(secret)", ["Authorization": "Bearer \(secret)"]).status == 401)
        #expect {
            try WebSocketClient(port: here.port, path: "/.mrz-scan/bridge", fields: ["Cookie": pair])
        } throws: {
            "\($0)" == "status 401"
        }
    }

    @Test func addressesThatOthersReachAskForAToken() throws {
        let here = try ServedHere { $0.host = "0.0.0.0" }
        #expect(here.server.token != nil)
        #expect(try ask(here, "/metrics").status == 401)
        #expect(try ask(here, "/healthz", ["Host": "192.0.2.7:8080"]).status == 200)
        #expect(try ask(here, "/healthz", ["Host": "evil.example"]).status == 421)
    }

    /// Each is answered, and the connection is at its end then, and not when another head would be late.
    @Test func heads() throws {
        let here = try ServedHere { $0.limits.headSeconds = 3600 }
        let long = try LoopbackSocket(port: here.port)
        try long.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "x", count: 100_000) + "\r\n\r\n")
        #expect(try long.reply().status == 400)
        #expect(try long.receiveToEnd().isEmpty)
        let many = try LoopbackSocket(port: here.port)
        try many.send("GET / HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "X: y\r\n", count: 200) + "\r\n")
        #expect(try many.reply().status == 400)
        #expect(try many.receiveToEnd().isEmpty)
        let junk = try LoopbackSocket(port: here.port)
        try junk.send((0..<200).map { UInt8($0) })
        #expect(try junk.reply().status == 400)
        #expect(try junk.receiveToEnd().isEmpty)
        #expect(try ask(here, "/healthz").status == 200)
    }

    /// A head that never ends, a body that never comes, which is told so, an upgrade that is never finished.
    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: localhost\r\n", ""),
        ("POST /scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf", "HTTP/1.1 408"),
        (
            """
            GET /bridge HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5\r
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """, ""
        ),
    ])
    func slowClientsAreLetGo(_ start: String, _ answer: String) throws {
        let here = try ServedHere {
            $0.limits.headSeconds = 1
            $0.limits.bodySeconds = 1
        }
        let socket = try LoopbackSocket(port: here.port)
        try socket.send(start)
        let received = String(decoding: try socket.receiveToEnd(), as: UTF8.self)
        #expect(answer.isEmpty ? received.isEmpty : received.hasPrefix(answer))
        here.wait(for: .uploads, 0)
        here.wait(for: .webSockets, 0)
    }

    @Test func tooManyConnections() throws {
        let here = try ServedHere { $0.limits.connections = 3 }
        let sockets = try (0..<3).map { _ in try LoopbackSocket(port: here.port) }
        for (number, socket) in sockets.enumerated() {
            try socket.send("GET /preview.mjpg HTTP/1.1\r\nHost: localhost\r\n\r\n")
            here.wait(for: .viewers, number + 1)
        }
        #expect(try LoopbackSocket(port: here.port).receiveToEnd().isEmpty)
        #expect(here.server.metrics.count(of: .refused(.busy)) == 1)
        here.viewfinder.finish()
        #expect(try sockets[0].reply().status == 503)
    }

    /// Who sends the head of a request slowly, or none, keeps nobody out.
    @Test func slowHeads() throws {
        let here = try ServedHere { $0.limits.connections = 8 }
        let slow = try (0..<40).map { _ in
            let socket = try LoopbackSocket(port: here.port)
            _ = socket.sends(Array("GET / HT".utf8))
            return socket
        }
        for _ in 0..<4 {
            #expect(try LoopbackSocket(port: here.port).request("GET", "/healthz", port: here.port).status == 200)
        }
        withExtendedLifetime(slow) {}
    }

    @Test func metricsHoldNoPersonalData() throws {
        let here = try ServedHere()
        _ = try ask(here, "POST", "/scan?name=ERIKSSON", ["X-Name": "ERIKSSON"], body: Array("ERIKSSON".utf8))
        _ = try ask(here, "/ERIKSSON")
        let reply = try ask(here, "/metrics")
        #expect(reply.fields["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        #expect(!reply.text.contains("ERIKSSON"))
        for line in [
            "mrz_scan_requests_total{route=\"scan\",status=\"200\"} 1",
            "mrz_scan_requests_total{route=\"other\",status=\"404\"} 1",
            "mrz_scan_uploads_total{status=\"verified\"} 1", "mrz_scan_upload_seconds_count 1", "mrz_scan_websockets 0",
        ] { #expect(reply.text.contains(line + "\n"), "\(line)") }
    }

    @Test func aPortThatIsTaken() throws {
        let here = try ServedHere()
        #expect(throws: ServerError.self) { try ServedHere { $0.port = here.port } }
    }
}
