import Foundation
import LoopbackClient
import Testing

/// A page for each dialect, as its SDK's document has it, in a real browser: from `launch` to the outcome and the exit
/// status.
@Suite(
    .serialized, .timeLimit(.minutes(40)),
    .enabled(if: LaunchedPage.isToRun, LaunchedPage.browserAbsence))
struct HostPagesTests {
    private static let camera = ["--images", RunHost.passport, "--hold", "100000"] + LaunchedPage.whenValid

    /// A page that does not come is told of, and not waited for without a word.
    @Test func aPageThatDoesNotCome() throws {
        let run = try LaunchedPage.run("legitimuz", "success", [], page: "http://127.0.0.1:9/") {
            process, first, next in
            #expect(first["event"] as? String == "launched")
            let second = try next()
            #expect(second?["event"] as? String == "navigation_failed")
            process.terminate()
        }
        #expect(run.outcome == "cancelled")
    }

    /// What each page decides is what the program ends with.
    @Test(
        arguments: [
            ("self", "success", "success"), ("self", "failure", "failure"), ("self", "cancelled", "cancelled"),
            ("gbg", "success", "success"), ("gbg", "failure", "failure"), ("gbg", "cancelled", "cancelled"),
            ("idwise", "success", "success"),
            ("idwise", "failure", "failure"), ("idwise", "cancelled", "cancelled"), ("legitimuz", "success", "success"),
            ("legitimuz", "failure", "failure"), ("legitimuz", "cancelled", "cancelled"),
        ])
    func pages(_ dialect: String, _ play: String, _ outcome: String) throws {
        let run = try LaunchedPage.run(dialect, play, Self.camera + ["--host-version", "9"])
        #expect(run.outcome == outcome && run.status == (outcome == "success" ? 0 : 1), "\(run.events)")
        #expect(run.errors.isEmpty)
        #expect(run.events.first?["event"] as? String == "launched" && run.all("page_loaded").count == 1)
        #expect(run.all("connected").first?["dialect"] as? String == dialect)
        switch (dialect, play) {
        case ("self", "success"):
            let data = try #require(run.events.last?["data"] as? [String: Any])
            #expect(data["documentNumber"] as? String == "M57NML4NG" && data["last"] as? Int == 3)
            #expect(run.all("haptic").count == 1 && run.all("analytics").count == 1 && run.all("ready").count == 1)
        case ("gbg", "success"):
            #expect(run.all("journey.started").count == 1 && run.all("journey.complete").count == 1)
        case ("legitimuz", "failure"):
            let errors = run.all("console").filter { $0["type"] as? String == "error" }
            // Which line it was is kept.
            #expect((errors.first?["content"] as? String)?.contains(/assets\/legitimuz\.js:[0-9]+$/) == true)
        default: break
        }
    }

    /// Nobody may use the camera, or there is none: the page is told, and decides.
    @Test(arguments: ["self", "gbg", "idwise", "legitimuz"])
    func withoutACamera(_ dialect: String) throws {
        let run = try LaunchedPage.run(dialect, "success", ["--device", "/dev/no-such-video"])
        #expect(run.status == 1 && run.outcome != "success" && run.outcome != nil, "\(run.events)")
    }

    /// Ctrl-C: the page is told why, and what it asked for is answered.
    @Test func theHostIsStopped() throws {
        let run = try LaunchedPage.run("gbg", "wait", Self.camera) { process, _, next in
            while let event = try next(), event["event"] as? String != "journey.started" {}
            process.interrupt()
        }
        #expect(run.status == 130 && run.outcome == "cancelled")
    }

    /// A page that is served by another, such as Vite's own server, finds the same.
    @Test func aPageElsewhere() throws {
        let page = try ServedFolder(LaunchedPage.folder)
        let run = try LaunchedPage.run("self", "success", Self.camera, page: page.address)
        #expect(run.status == 0 && run.outcome == "success", "\(run.events)")
    }

    /// What one page keeps no other page finds.
    @Test func storesAreApart() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
        let key = folder.appending(path: "key")
        try Data(String(repeating: "0f", count: 32).utf8).write(to: key)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
        let store = folder.appending(path: "store").path
        let other = folder.appending(path: "other")
        try FileManager.default.copyItem(at: LaunchedPage.folder, to: other)
        func value(_ page: URL, _ message: String) throws -> String? {
            var answer: String?
            _ = try LaunchedPage.run(
                "self", "success", ["--store", store, "--store-key", key.path], page: page.path, isWithoutBrowser: true
            ) { process, first, _ in
                let address = try #require(first["address"] as? String)
                let port = try #require(address.firstMatch(of: /:([0-9]+)\//).flatMap { Int($0.1) })
                let token = try #require(address.split(separator: "=").last)
                let socket = try WebSocketClient(port: port, path: "/.mrz-scan/bridge?token=\(token)")
                try socket.send(message)
                answer = try socket.receiveText()
                process.terminate()
            }
            return answer
        }
        let get = #"{"id":"a","domain":"secureStorage","method":"get","params":{"key":"k"}}"#
        let set = #"{"id":"a","domain":"secureStorage","method":"set","params":{"key":"k","value":"kept"}}"#
        #expect(try value(LaunchedPage.folder, set)?.contains(#""success":true"#) == true)
        #expect(try value(LaunchedPage.folder, get)?.contains(#""data":"kept""#) == true)
        #expect(try value(other, get)?.contains(#""data":null,"error":null"#) == true)
    }

    /// The files of the page and no others, and nobody but who has the address.
    @Test func whatIsServed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString)")
        let page = folder.appending(path: "page")
        try FileManager.default.createDirectory(at: page.appending(path: "a b"), withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
        try Data("secret".utf8).write(to: folder.appending(path: "secret.txt"))
        try Data("<!doctype html><!-- <head> --><HEAD lang=en><title>x</title>".utf8).write(
            to: page.appending(path: "index.html"))
        try Data("1".utf8).write(to: page.appending(path: "a b/x.woff2"))
        try Data("2".utf8).write(to: page.appending(path: ".env"))
        try FileManager.default.createSymbolicLink(
            at: page.appending(path: "link.txt"), withDestinationURL: folder.appending(path: "secret.txt"))
        let run = try LaunchedPage.run("self", "success", [], page: page.path, isWithoutBrowser: true) {
            process, first, next in
            let address = try #require(first["address"] as? String)
            let port = try #require(address.firstMatch(of: /:([0-9]+)\//).flatMap { Int($0.1) })
            let token = try #require(address.split(separator: "=").last).description
            // What a browser brings: the cookie that the first answer sets, and nothing else.
            let first = try LoopbackSocket(port: port).request("GET", "/?token=\(token)", port: port)
            let cookie = try #require(first.fields["set-cookie"]?.prefix { $0 != ";" })
            func get(_ path: String, _ fields: [String: String] = [:], isKnown: Bool = true) throws -> HTTPReply {
                let known = isKnown ? ["Cookie": String(cookie)] : [:]
                return try LoopbackSocket(port: port).request(
                    "GET", path, port: port, fields: known.merging(fields) { $1 })
            }
            let index = try get("/")
            #expect(
                index.text
                    == "<!doctype html><!-- <head> --><HEAD lang=en><script src=\"/.mrz-scan/host.js\"></script>"
                    + "<title>x</title>"
            )
            #expect(index.fields["content-type"] == "text/html; charset=utf-8")
            #expect(index.fields["content-security-policy"]?.contains("frame-ancestors 'self'") == true)
            #expect(try get("/a%20b/x.woff2").fields["content-type"] == "font/woff2")
            #expect(try get("/some/route").text == index.text)
            let script = try get("/.mrz-scan/host.js").text
            #expect(
                script.hasPrefix("window.MRZScanHost = Object.freeze({\"dialect\":\"self\",\"hostVersion\":\"7.1\""))
            for path in [
                "/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/link.txt", "/.env", "/a b",
                "/a%20b/", "/%", "/%00", "/x.js", "/bridge.js", "/scan.x",
            ] {
                let reply = try get(path)
                #expect(!reply.text.contains("secret") && (reply.status >= 400 || reply.text == index.text), "\(path)")
            }
            #expect(try get("/link.txt").status == 404 && get("/.env").status == 404)
            for path in ["/", "/.mrz-scan/host.js", "/.mrz-scan/preview.mjpg"] {
                #expect(try get(path, isKnown: false).status == 401, "\(path)")
                #expect(try get(path, ["Origin": "https://evil.example"]).status == 403, "\(path)")
                #expect(try get(path, ["Host": "evil.example"]).status == 421, "\(path)")
            }
            #expect { try WebSocketClient(port: port, path: "/.mrz-scan/bridge") } throws: { "\($0)" == "status 401" }
            // A page that is not there.
            #expect(try get("/gone.html", ["Sec-Fetch-Mode": "navigate"]).status == 404)
            let second = try next()
            #expect(second?["event"] as? String == "navigation_failed")
            process.terminate()
        }
        #expect(run.status == 130 && run.outcome == "cancelled")
    }

    /// What a page requires is looked at before it is opened.
    @Test func whatThePageRequires() throws {
        let refused = try LaunchedPage.run(
            "gbg", "success", ["--require", "nfc.read"] + Self.camera, isWithoutBrowser: true)
        #expect(refused.status == 1 && refused.all("launched").isEmpty)
        #expect(refused.all("missing_capabilities").first?["capabilities"] as? [String] == ["nfc.read"])
        #expect((refused.events.last?["error"] as? [String: Any])?["code"] as? String == "CAPABILITY_MISSING")
        let opened = try LaunchedPage.run(
            "gbg", "success",
            ["--require", "camera.document", "--require", "nfc.read", "--allow-missing"] + Self.camera)
        #expect(opened.status == 0 && opened.all("missing_capabilities").count == 1)
    }
}
