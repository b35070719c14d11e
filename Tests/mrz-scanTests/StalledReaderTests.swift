import Foundation
import Glibc
import LoopbackClient
import Testing

/// Hosts whose events, or whose standard error, nobody reads any more: pages go on, and a signal ends them.
@Suite(.serialized, .timeLimit(.minutes(40))) struct StalledReaderTests {
    /// More than a pipe holds.
    private static let count = 400
    private static let words = String(repeating: "y", count: 400)

    /// A pipe with a name and a reader that never reads.
    private func withPipe(_ body: (_ folder: URL, _ path: String) throws -> Void) throws {
        try BuiltProgram.withFolder { folder in
            let path = folder.path + "/events"
            #expect(mkfifo(path, 0o600) == 0)
            let reader = open(path, O_RDWR | O_CLOEXEC)
            #expect(reader >= 0)
            defer { close(reader) }
            try body(folder, path)
        }
    }

    /// Says more than a pipe holds, and is answered.
    private func flood(_ page: WebSocketClient) throws {
        for number in 0..<Self.count {
            let messages = [
                #"{"type":"log","content":"\#(Self.words)"}"#,
                #"{"id":"\#(number)","domain":"analytics","method":"trackEvent","params":{"x":"\#(Self.words)"}}"#,
            ]
            // At once: who sends little twice waits for the other end in between.
            try page.socket.send(messages.flatMap { WebSocketClient.frame(.text, Array($0.utf8)) })
            #expect(try page.receiveText()?.contains(#""requestId":"\#(number)""#) == true)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func serve(_ signal: Int32) throws {
        try withPipe { _, path in
            let served = try ServedProgram(["--events", path, "--console"])
            try flood(try WebSocketClient(port: served.port))
            let other = try WebSocketClient(port: served.port)
            try other.send(#"{"id":"q","domain":"camera","method":"isAvailable"}"#)
            #expect(try other.receiveText()?.contains(#""data":false"#) == true)
            #expect(try LoopbackSocket(port: served.port).request("GET", "/healthz", port: served.port).status == 200)
            // Lines were lost, and that is said by how it ends.
            #expect(served.end(signal).status == 70)
        }
    }

    @Test func launch() throws {
        try withPipe { folder, path in
            try Data("<!doctype html>".utf8).write(to: folder.appending(path: "index.html"))
            let launched = try ServedProgram(
                ["--page", folder.path, "--dialect", "self", "--no-browser", "--events", path, "--console"],
                command: "launch")
            let token = try #require(launched.address.split(separator: "=").last)
            try flood(try WebSocketClient(port: launched.port, path: "/.mrz-scan/bridge?token=\(token)"))
            #expect(launched.end().status == 130)
        }
    }

    /// While it waits for somebody to read a pipe at all, a signal ends a host as any other program.
    @Test(arguments: [["serve", "--port", "0"], ["bridge"]])
    func nobodyYet(_ command: [String]) throws {
        try BuiltProgram.withFolder { folder in
            let path = folder.path + "/events"
            #expect(mkfifo(path, 0o600) == 0)
            let process = BuiltProgram.make(command + ["--events", path])
            let errors = Pipe()
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            #expect(String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self).contains("waited for"))
            process.terminate()
            process.waitUntilExit()
            #expect([SIGTERM, 130].contains(process.terminationStatus))
        }
    }

    /// Over standard input and output, whose answers are read.
    @Test func bridge() throws {
        try withPipe { _, path in
            let message = #"{"id":"1","domain":"analytics","method":"trackEvent","params":{"x":"\#(Self.words)"}}"#
            let input = Data(String(repeating: message + "\n", count: Self.count).utf8)
            let run = try BuiltProgram.run(["bridge", "--events", path], input: input)
            #expect(run.status == 70 && run.errors.contains("events are lost"))
            #expect(try run.results().count == Self.count)
        }
    }

    /// What is read late is whole.
    @Test func aReaderThatComesBack() throws {
        try BuiltProgram.withFolder { folder in
            let path = folder.path + "/events"
            #expect(mkfifo(path, 0o600) == 0)
            let reader = open(path, O_RDWR | O_CLOEXEC)
            let served = try ServedProgram(["--events", path])
            let page = try WebSocketClient(port: served.port)
            try flood(page)
            try page.send(#"{"id":"r","domain":"lifecycle","method":"setResult","params":{"success":true}}"#)
            #expect(try page.receiveText() != nil)
            var text = ""
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while !text.contains(#""event":"result""#) || !text.hasSuffix("\n") {
                let count = read(reader, &chunk, chunk.count)
                guard count > 0 else { break }
                text += String(decoding: chunk.prefix(count), as: UTF8.self)
            }
            close(reader)
            let events = try text.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            #expect(events.count { $0["event"] as? String == "analytics" } == Self.count)
            #expect(events.last?["success"] as? Bool == true)
            #expect(served.end().status == 0)
        }
    }

    /// A disk that was full: what is written once there is room again stands on a line of its own.
    @Test func aDiskThatWasFull() throws {
        try BuiltProgram.withFolder { folder in
            let path = folder.path + "/events.jsonl"
            let kept = #"{"event":"before"}"# + "\n"
            try Data(kept.utf8).write(to: URL(filePath: path))
            let said = ["a", String(repeating: "y", count: 120), String(repeating: "y", count: 120), "z"]
            let input = said.map { #"{"type":"log","content":"\#($0)"}"# + "\n" }.joined()
            // 512 bytes: the third of the lines finds room for a part of it, and the fourth for all.
            let run = try BuiltProgram.run(
                [
                    "-c", "ulimit -f 1; exec \"$@\"", "sh", BuiltProgram.executable.path, "bridge", "--dialect",
                    "legitimuz", "--events", path,
                ], program: URL(filePath: "/bin/sh"), input: Data(input.utf8))
            #expect(run.status == 70 && run.errors.contains("events can't be written"))
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.hasPrefix(kept) && text.hasSuffix("\n"))
            let events = try text.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            #expect(events.compactMap { $0["content"] as? String } == [said[0], said[1], said[3]])
        }
    }
}
