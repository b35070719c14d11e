import Foundation
import Glibc
import ImageDecoding
import Imaging
import LoopbackClient
import Testing

/// Visitors with cameras of their own at the real program: their frames, their scans, and what ends those.
@Suite(.serialized) struct VisitorTests {
    private static let passport = "td3/096-scan-rgb.jpg"
    private static let card = "td1/101-scan-rgb.jpg"

    private func visitor(_ served: ServedProgram, isSlow: Bool = false) throws -> WebSocketClient {
        try WebSocketClient(port: served.port, path: "/v1/live", isSlow: isSlow)
    }

    private func message(_ client: WebSocketClient) throws -> [String: Any] {
        let text = try #require(try client.receiveText())
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// Begins a scan.
    private func start(_ client: WebSocketClient, _ wanted: String = "") throws {
        try client.send("{\"type\":\"start\"\(wanted)}")
        #expect(try message(client)["type"] as? String == "ready")
    }

    private func frame(_ sample: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: BuiltProgram.sample(sample))))
    }

    /// Shows a picture until there is an end.
    private func show(
        count: Int = 100, _ sample: String, to client: WebSocketClient
    ) throws -> [String: Any] {
        let frame = try frame(sample)
        for number in 0..<count {
            try client.send(.binary, frame)
            let message = try message(client)
            guard message["type"] as? String == "progress" else { return message }
            #expect(message["frame"] as? Int == number)
        }
        throw LoopbackSocket.Failure(description: "\(count) frames settled nothing")
    }

    private func error(_ client: WebSocketClient) throws -> String? {
        while true {
            let message = try message(client)
            if message["type"] as? String == "error" { return message["code"] as? String }
        }
    }

    /// Two at the same time, each frame of one between two of the other; then the same two with the other's document.
    @Test(arguments: ["process", "none"]) func eachHasAScanOfItsOwn(_ isolation: String) throws {
        let served = try ServedProgram(["--isolation", isolation, "--today", "2026-02-28"])
        let clients = try [visitor(served), visitor(served)]
        for samples in [[Self.passport, Self.card], [Self.card, Self.passport]] {
            var lines: [[String]?] = [nil, nil]
            for client in clients { try start(client) }
            let frames = try samples.map { try frame($0) }
            for _ in 0..<100 where lines.contains(where: { $0 == nil }) {
                for (index, client) in clients.enumerated() where lines[index] == nil {
                    try client.send(.binary, frames[index])
                    let message = try message(client)
                    guard message["type"] as? String == "result" else { continue }
                    #expect(message["status"] as? String == "verified")
                    lines[index] = message["lines"] as? [String]
                }
            }
            for (sample, read) in zip(samples, lines) {
                let label = try #require(try Labels.of(sample))
                #expect(read == label["lines"] as? [String])
            }
        }
    }

    /// The words of a result are those of every other result.
    @Test func aResult() throws {
        let served = try ServedProgram(["--today", "2026-02-28"])
        let client = try visitor(served)
        try start(client)
        let result = try show(Self.passport, to: client)
        #expect(result["type"] as? String == "result" && result["source"] as? String == "camera")
        #expect(result["schema"] as? Int == 1 && result["status"] as? String == "verified")
        #expect((result["timing"] as? [String: Any])?["totalMs"] != nil)
    }

    /// Another document than the one that is asked for is no result, and the page is told what is wrong.
    @Test func whatIsAskedFor() throws {
        let served = try ServedProgram([])
        let client = try visitor(served)
        try start(client, ",\"documentType\":\"VISA\"")
        let frame = try frame(Self.passport)
        var hint: String?
        for _ in 0..<100 where hint != "otherDocumentType" {
            try client.send(.binary, frame)
            let message = try message(client)
            #expect(message["type"] as? String == "progress")
            hint = message["hint"] as? String
            #expect(hint != "done")
        }
        #expect(hint == "otherDocumentType")
        try client.send(#"{"type":"stop"}"#)
        #expect(try error(client) == "stopped")
        try start(client)
    }

    /// A scan that begins right after one was stopped waits for its end; another one beside it is refused.
    @Test func aScanRightAfterAnother() throws {
        let served = try ServedProgram([])
        let client = try visitor(served)
        try start(client)
        try client.send(#"{"type":"stop"}"#)
        try client.send(#"{"type":"start"}"#)
        #expect(try error(client) == "stopped")
        #expect(try message(client)["type"] as? String == "ready")
        try client.send(#"{"type":"start"}"#)
        #expect(try error(client) == "in_progress")
        #expect(try show(Self.passport, to: client)["status"] as? String == "verified")
    }

    /// What is no frame ends the scan of who sent it, and no other.
    @Test(arguments: ["no picture", "half a picture", "a PNG", "a header of 60,000 × 60,000 pixels"])
    func framesThatAreNone(_ what: String) throws {
        let served = try ServedProgram([])
        let (client, other) = (try visitor(served), try visitor(served))
        try start(client)
        try start(other)
        let whole = try frame(Self.passport)
        let bytes: [UInt8] =
            switch what {
            case "no picture": Array("GIF89a and so on".utf8)
            case "half a picture": Array(whole.prefix(whole.count / 2))
            case "a PNG": Array(BuiltProgram.blank)
            default: Self.enlarged(whole)
            }
        try client.send(.binary, bytes)
        #expect(try error(client) == "not_a_frame", "\(what)")
        #expect(try show(Self.card, to: other)["status"] as? String == "verified")
        // It may begin anew.
        try start(client)
    }

    /// A frame that begins like a document starts no program of those that read documents.
    @Test func aDocumentStartsNothing() throws {
        try BuiltProgram.withFolder { folder in
            let (program, mark) = (folder.appending(path: "pdfinfo"), folder.appending(path: "started"))
            try Data("#!/bin/sh\n: > '\(mark.path)'\nexit 1\n".utf8).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            let served = try ServedProgram(
                ["--isolation", "none"], environment: ["PATH": "\(folder.path):\(path)"])
            let client = try visitor(served)
            try start(client)
            try client.send(.binary, Array("%PDF-1.4\n%%EOF\n".utf8))
            #expect(try error(client) == "not_a_frame")
            #expect(!FileManager.default.fileExists(atPath: mark.path))
        }
    }

    /// The same file whose header speaks of 60,000 × 60,000 pixels.
    private static func enlarged(_ jpeg: [UInt8]) -> [UInt8] {
        var jpeg = jpeg
        for place in 0..<(jpeg.count - 9) where jpeg[place] == 0xFF && jpeg[place + 1] == 0xC0 {
            for (offset, byte) in [(5, 0xEA), (6, 0x60), (7, 0xEA), (8, 0x60)] { jpeg[place + offset] = UInt8(byte) }
        }
        return jpeg
    }

    @Test func messagesThatAreNone() throws {
        let served = try ServedProgram([])
        let client = try visitor(served)
        for text in ["", "{}", "[]", "start", #"{"type":"go"}"#, #"{"type":"start","documentType":7}"#] {
            try client.send(text)
            #expect(try error(client) == "malformed", "\(text)")
        }
        try start(client)
        try client.send(#"{"type":"start"}"#)
        #expect(try error(client) == "in_progress")
    }

    /// A page that shows one picture after another without an end has its time, and no more; its place is free then.
    @Test func framesWithoutAnEnd() throws {
        let served = try ServedProgram(["--scan-limit", "2", "--visitors", "1"])
        let client = try visitor(served)
        try start(client)
        #expect(try show(count: 1000, "negatives/207-white.jpg", to: client)["code"] as? String == "timeout")
        try start(try visitor(served))
    }

    /// As many as there are places; the next is told so, and has one when another has gone.
    @Test func places() throws {
        let served = try ServedProgram(["--visitors", "2"])
        let first = try visitor(served)
        var second: WebSocketClient? = try visitor(served)
        try start(first)
        try start(try #require(second))
        let third = try visitor(served)
        try third.send(#"{"type":"start"}"#)
        #expect(try error(third) == "busy")
        second = nil
        // The place is free when the program has noticed.
        while true {
            try third.send(#"{"type":"start"}"#)
            let message = try message(third)
            if message["type"] as? String == "ready" { break }
            #expect(message["code"] as? String == "busy")
        }
        #expect(try show(Self.passport, to: third)["status"] as? String == "verified")
    }

    /// Whoever begins anew over another connection has the place that the last one gives back in a moment.
    @Test func aPlaceThatIsGivenBack() throws {
        let served = try ServedProgram(["--visitors", "1"])
        for _ in 0..<5 { try start(try visitor(served)) }
    }

    /// A telephone is sent where the user says, for as long as the user says.
    @Test func ticketsAsTheUserSays() throws {
        let served = try ServedProgram(["--ticket-seconds", "7", "--public-address", "https://desk.example/mrz"])
        let reply = try LoopbackSocket(port: served.port).request("POST", "/v1/tickets", port: served.port, body: [])
        #expect(reply.status == 201 && reply.text.contains("\"expiresInSeconds\":7"), "\(reply.text)")
        let desk = try WebSocketClient(port: served.port, path: "/v1/handoff")
        let invitation = try #require(try desk.receiveText())
        #expect(invitation.contains("https://desk.example/mrz/phone.html#ticket="), "\(invitation)")
    }

    /// Newest wins: of frames that nobody asked for only the last is looked at.
    @Test func moreFramesThanAreLookedAt() throws {
        let served = try ServedProgram([])
        let client = try visitor(served)
        try start(client, ",\"documentType\":\"VISA\"")
        let frame = try frame(Self.passport)
        for _ in 0..<20 { try client.send(.binary, frame) }
        var last = -1
        while last < 19 {
            let message = try message(client)
            last = try #require(message["frame"] as? Int)
        }
        try client.send(#"{"type":"stop"}"#)
        #expect(try error(client) == "stopped")
    }

    @Test func timeIsUp() throws {
        let served = try ServedProgram(["--scan-limit", "0.5"])
        let client = try visitor(served)
        try start(client)
        #expect(try error(client) == "timeout")
    }

    /// A visitor who never reads, three hundred who do nothing: the others scan on.
    @Test func nobodyIsDisturbed() throws {
        let served = try ServedProgram([])
        let deaf = try visitor(served, isSlow: true)
        try start(deaf, ",\"documentType\":\"VISA\"")
        let frame = try frame(Self.passport)
        for _ in 0..<20 { _ = deaf.socket.sends(WebSocketClient.frame(.binary, frame)) }
        let idle = try (0..<300).map { _ in try visitor(served) }
        let client = try visitor(served)
        for _ in 0..<3 {
            try start(client)
            #expect(try show(Self.card, to: client)["status"] as? String == "verified")
        }
        withExtendedLifetime(idle) {}
        #expect(served.end().status == 0)
    }

    /// A process that reads frames ends with its visitor, and is confined as those for uploads are.
    @Test func processesOfVisitors() throws {
        let served = try ServedProgram([])
        #expect(Self.children(of: served).isEmpty)
        var client: WebSocketClient? = try visitor(served)
        try start(try #require(client))
        let children = Self.children(of: served)
        #expect(children.count == 1)
        let status = try String(contentsOfFile: "/proc/\(try #require(children.first))/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"))
        client = nil
        while !Self.children(of: served).isEmpty { sched_yield() }
        // One that is killed in mid-scan ends the scan, and no other.
        let (first, second) = (try visitor(served), try visitor(served))
        try start(first)
        let own = Self.children(of: served)
        try start(second)
        kill(try #require(own.first), SIGKILL)
        try first.send(.binary, try frame(Self.passport))
        #expect(try error(first) == "engine_failed")
        #expect(try show(Self.card, to: second)["status"] as? String == "verified")
    }

    private static func children(of served: ServedProgram) -> [pid_t] {
        // The children of every thread of it.
        let run = Process()
        run.executableURL = URL(filePath: "/usr/bin/env")
        run.arguments = ["pgrep", "-P", "\(served.process.processIdentifier)"]
        let output = Pipe()
        run.standardOutput = output
        do { try run.run() } catch { return [] }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        run.waitUntilExit()
        return text.split(separator: "\n").compactMap { pid_t($0) }
    }

    /// Neither what is said nor what is left behind knows anything of the document.
    @Test func nothingIsLeftBehind() throws {
        try BuiltProgram.withFolder { folder in
            let secrets = try Secrets(Self.passport)
            let served = try ServedProgram([], environment: ["TMPDIR": folder.path, "HOME": folder.path])
            let client = try visitor(served)
            try start(client)
            #expect(try show(Self.passport, to: client)["status"] as? String == "verified")
            let metrics = try LoopbackSocket(port: served.port).request("GET", "/metrics", port: served.port).text
            #expect(metrics.contains("mrz_scan_visitors 1\n") && secrets.trace(in: metrics) == nil)
            #expect(secrets.trace(in: served.end().errors) == nil)
            #expect(try secrets.traces(below: folder) == [])
        }
    }
}
