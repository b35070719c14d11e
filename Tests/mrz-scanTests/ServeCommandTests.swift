import Foundation
import LoopbackClient
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// `mrz-scan serve`, run as a user runs it.
@Suite(.serialized) struct ServeCommandTests {
    private static let passport = "td3/096-scan-rgb.jpg"

    private func post(_ served: ServedProgram, _ body: [UInt8], fields: [String: String] = [:]) throws -> HTTPReply {
        try LoopbackSocket(port: served.port).request(
            "POST", "/scan", port: served.port, fields: fields, body: body)
    }

    private func bytes(_ sample: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: BuiltProgram.sample(sample))))
    }

    /// An upload is answered with what the command line writes for the file, but for its name and the time it took.
    @Test(arguments: ["td3/096-scan-rgb.jpg", "td1/101-scan-rgb.jpg"])
    func uploadsReadAsFilesDo(_ sample: String) throws {
        let served = try ServedProgram(["--today", "2026-02-28"])
        let reply = try post(served, try bytes(sample))
        #expect(reply.status == 200)
        let run = try BuiltProgram.run(["--today", "2026-02-28", "--jobs", "1", BuiltProgram.sample(sample)])
        func withoutTimes(_ text: String) -> String {
            text.replacing(/"source":"[^"]*"/, with: "").replacing(/"timing":\{[^}]*\}/, with: "")
        }
        #expect(withoutTimes(reply.text) == withoutTimes(run.output))
        #expect(reply.text.contains("\"status\":\"verified\""))
    }

    /// Pictures that are not there are said at the start: a page would learn of it only when it scans.
    @Test(arguments: [["serve", "--port", "0"], ["launch", "--page", "http://x/", "--dialect", "self"], ["bridge"]])
    func picturesThatAreNotThere(_ command: [String]) throws {
        let run = try BuiltProgram.run(command + ["--images", "/no/such/picture"])
        #expect(run.status == 66 && run.output == "")
        #expect(run.errors == "mrz-scan: error: /no/such/picture: There is no such file.\n")
    }

    /// A page of A4 that has to be drawn has 26 MB of pixels; its file has a hundredth of that, and may have no more.
    @Test func aDocumentWhosePageIsDrawn() throws {
        let file = Self.drawn(try bytes(Self.passport))
        #expect(file.count < 100_000)
        let served = try ServedProgram(["--today", "2026-02-28", "--max-upload", "100000"])
        let reply = try post(served, file)
        #expect(reply.status == 200 && reply.text.contains("\"status\":\"verified\""), "\(reply.text)")
        let line = #"{"image":"\#(Data(file).base64EncodedString())"}"# + "\n"
        let run = try BuiltProgram.run(
            ["pipe", "--today", "2026-02-28", "--max-bytes", "100000"], input: Data(line.utf8))
        #expect(run.status == 0 && run.output.contains("\"status\":\"verified\""), "\(run.output)")
        // What is too large is so for a worker, too.
        let small = try BuiltProgram.run(["pipe", "--max-bytes", "30000"], input: Data(line.utf8))
        #expect(small.output.contains("too_many_bytes") || small.output.contains("bad_request"), "\(small.output)")
    }

    /// A page of A4 with a picture of 733 × 524 pixels and a line beside it.
    private static func drawn(_ jpeg: [UInt8]) -> [UInt8] {
        let content = "q 480 0 0 337 57 200 cm /I Do Q 57 700 m 400 700 l S"
        let objects: [[UInt8]] = [
            Array("<</Type/Catalog/Pages 2 0 R>>".utf8), Array("<</Type/Pages/Count 1/Kids[3 0 R]>>".utf8),
            Array(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>"
                    .utf8),
            Array("<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream".utf8),
            Array(
                """
                <</Type/XObject/Subtype/Image/Width 733/Height 524/BitsPerComponent 8/ColorSpace/DeviceRGB\
                /Filter/DCTDecode/Length \(jpeg.count)>>
                stream

                """.utf8)
                + jpeg + Array("\nendstream".utf8),
        ]
        var file = Array("%PDF-1.4\n".utf8)
        var table = "xref\n0 6\n0000000000 65535 f \n"
        for (number, object) in objects.enumerated() {
            table += String(format: "%010d 00000 n \n", file.count)
            file += Array("\(number + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        return file + Array("\(table)trailer<</Size 6/Root 1 0 R>>\nstartxref\n\(file.count)\n%%EOF\n".utf8)
    }

    /// A worker that is started for an upload has none of the server's connections: they end when the server ends them.
    @Test func connectionsStayOutOfWorkers() throws {
        let served = try ServedProgram([])
        let socket = try LoopbackSocket(port: served.port)
        let reply = try socket.request(
            "POST", "/scan", port: served.port, fields: ["Connection": "close"], body: Array(BuiltProgram.blank))
        #expect(reply.status == 200)
        #expect(try socket.receiveToEnd().isEmpty)
    }

    /// Where one may be connected another is hung up on.
    @Test func asManyConnectionsAsTheUserSays() throws {
        let served = try ServedProgram(["--max-connections", "1"])
        let page = try WebSocketClient(port: served.port)
        #expect(try LoopbackSocket(port: served.port).receiveToEnd().isEmpty)
        withExtendedLifetime(page) {}
    }

    @Test func whatIsNoDocument() throws {
        let served = try ServedProgram(["--max-upload", "100000"])
        let junk = try post(served, Array("no picture".utf8))
        #expect(junk.status == 422 && junk.text.contains("\"code\":\"not_an_image\""))
        let blank = try post(served, Array(BuiltProgram.blank))
        #expect(blank.status == 200 && blank.text.contains("\"status\":\"not_found\""))
        #expect(try post(served, Array(repeating: 0, count: 100_001)).status == 413)
    }

    /// A page's own way: a scan over the bridge, with its events, and the document.
    @Test func aScanOverTheBridge() throws {
        let served = try ServedProgram(["--images", BuiltProgram.sample(Self.passport)])
        let page = try WebSocketClient(port: served.port)
        try page.send(Self.request("camera", "isAvailable", id: 1))
        #expect(try #require(try page.receiveText()).contains("\"data\":true"))
        try page.send(Self.request("camera", "scanMRZ", id: 2))
        var states: [Int] = []
        var answer: [String: Any] = [:]
        while answer.isEmpty, let text = try page.receiveText() {
            let message = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let data = message["data"] as? [String: Any]
            if message["type"] as? String == "event" {
                states.append(try #require(data?["stateIndex"] as? Int))
            } else {
                answer = try #require(data)
            }
        }
        #expect(states.first == 0 && states.last == 3)
        let label = try #require(try Labels.of(Self.passport))
        let lines = try #require(label["lines"] as? [String])
        #expect(answer["mrzLine1"] as? String == lines[0] && answer["mrzLine2"] as? String == lines[1])
        #expect(answer["verified"] as? Bool == true)
    }

    private static func request(_ domain: String, _ method: String, id: Int) -> String {
        """
        {"type":"request","version":1,"id":"00000000-0000-4000-8000-00000000000\(id)","domain":"\(domain)",\
        "method":"\(method)","params":{},"timestamp":0}
        """
    }

    /// Whoever runs the tests may have a hang-up ignored, and then it is.
    private static let ending = [SIGTERM, SIGINT, SIGHUP].filter { signal in
        var current = sigaction()
        return sigaction(signal, nil, &current) == 0
            && unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
                != unsafeBitCast(SIG_IGN, to: Int.self)
    }

    @Test(arguments: ending)
    func signalsEndIt(_ signal: Int32) throws {
        let served = try ServedProgram([])
        let page = try WebSocketClient(port: served.port)
        let end = served.end(signal)
        #expect(end.status == 0 && end.errors.isEmpty)
        #expect(try page.receiveCloseCode() == 1001)
    }

    /// As `timeout` sends them, which is ended itself: to the program and to its group.
    @Test func twoSignalsAtOnceAreOne() throws {
        let served = try ServedProgram([])
        kill(served.process.processIdentifier, SIGTERM)
        #expect(served.end(SIGTERM).status == 0)
    }

    @Test func addressesThatCannotBeHad() throws {
        let served = try ServedProgram([])
        let taken = try BuiltProgram.run(["serve", "--port", "\(served.port)"])
        #expect(taken.status == 71 && taken.output.isEmpty)
        #expect(taken.errors == "mrz-scan: error: Cannot listen on 127.0.0.1:\(served.port): Address already in use.\n")
        #expect(try BuiltProgram.run(["serve", "--host", "192.0.2.1", "--port", "0"]).status == 71)
        #expect(try BuiltProgram.run(["serve", "--model", "/no/such/model"]).status == 78)
    }

    private static let originRule = "--allow-origin is a scheme and a host, such as https://app.example."

    @Test(
        arguments: [
            (["--port", "70000"], "--port is a number from 0 to 65535."),
            (["--max-upload", "0"], "--max-upload must be at least 1."),
            (["--max-connections", "0"], "--max-connections must be between 1 and 65536."),
            (["--jobs", "0"], "--jobs must be between 1 and 1024."),
            (["--ticket-seconds", "0"], "--ticket-seconds is a number from 1 to 3600."),
            (["--public-address", "desk.example"], "--public-address is an address such as https://desk.example."),
            (["--visitors=-1"], "--visitors is a number from 0 to 256."),
            (["--allow-origin", "app.example"], originRule), (["--allow-origin", "https://app.example/x"], originRule),
            (["--allow-origin", "https://a; script-src *"], originRule),
        ])
    func wrongUsage(_ arguments: [String], _ sentence: String) throws {
        try BuiltProgram.expectRefusal(["serve"] + arguments, sentence)
    }

    @Test func tokenWhereOthersCanReachIt() throws {
        let served = try ServedProgram(["--host", "0.0.0.0"])
        #expect(served.address.wholeMatch(of: /http:\/\/localhost:[0-9]+\/\?token=[0-9a-f]{32}/) != nil)
        #expect(try post(served, [1]).status == 401)
        let token = try #require(served.address.split(separator: "=").last)
        #expect(try post(served, [1], fields: ["Authorization": "Bearer \(token)"]).status == 422)
    }

    @Test func namesAndNumbersStayOffStandardError() throws {
        let label = try #require(try Labels.of(Self.passport))
        let lines = try #require(label["lines"] as? [String])
        let served = try ServedProgram([])
        _ = try post(served, try bytes(Self.passport))
        _ = try post(served, Array(try bytes(Self.passport).prefix(20_000)))
        let metrics = try LoopbackSocket(port: served.port).request("GET", "/metrics", port: served.port).text
        let errors = served.end().errors
        for secret in lines.flatMap({ $0.split(separator: "<") }) where secret.count >= 4 {
            #expect(!metrics.contains(secret) && !errors.contains(secret))
        }
    }
}
