import Foundation
import LoopbackClient
import Testing

/// `mrz-scan launch` without a browser.
@Suite(.timeLimit(.minutes(40))) struct LaunchCommandTests {
    private static let success =
        #"{"id":"a","domain":"lifecycle","method":"setResult","params":{"success":true,"data":{"a":1}}}"#

    /// A page that does nothing by itself.
    private func withPage(_ body: (_ arguments: [String]) throws -> Void) throws {
        try BuiltProgram.withFolder { folder in
            try Data("<!doctype html>".utf8).write(to: folder.appending(path: "index.html"))
            try body(["--page", folder.path, "--dialect", "self"])
        }
    }

    /// A browser that can't be started: who reads the events has an outcome as the last of them all the same.
    @Test func withoutItsBrowser() throws {
        try withPage { page in
            let run = try BuiltProgram.run(["launch"] + page + ["--browser", "/no/such/browser"])
            #expect(run.status == 72 && run.errors.contains("can't be started"))
            let events = try run.results()
            #expect(events.compactMap { $0["event"] as? String } == ["launched", "outcome"])
            #expect(events.last?["outcome"] as? String == "failure")
            #expect((events.last?["error"] as? [String: Any])?["code"] as? String == "BROWSER_UNAVAILABLE")
        }
    }

    /// Nothing of a browser that can't be started stays, such as the script that knows the token.
    @Test func withoutItsBrowserNothingStays() throws {
        try BuiltProgram.withFolder { folder in
            try Data("<!doctype html>".utf8).write(to: folder.appending(path: "index.html"))
            for page in [folder.path, "https://desk.example/"] {
                let own = folder.appending(path: "own")
                try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
                let run = try BuiltProgram.run(
                    ["launch", "--page", page, "--dialect", "self", "--browser", "/no/such/chromium"],
                    environment: ["TMPDIR": own.path])
                #expect(run.status == 72 && run.errors.contains("can't be started"), "\(run.errors)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: own.path) == [])
            }
        }
    }

    /// Chrome by any of its names gets a profile of its own, and what Chromium gets besides.
    @Test(arguments: ["chromium", "google-chrome", "google-chrome-stable"]) func chromeByItsNames(_ name: String) throws
    {
        try BuiltProgram.withFolder { folder in
            try Data("<!doctype html>".utf8).write(to: folder.appending(path: "index.html"))
            let (program, words) = (folder.appending(path: name), folder.appending(path: "words"))
            try Data("#!/bin/sh\necho \"$@\" > '\(words.path)'\n".utf8).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
            _ = try BuiltProgram.run([
                "launch", "--page", folder.path, "--dialect", "self", "--browser", program.path,
            ])
            #expect(try String(contentsOf: words, encoding: .utf8).contains("--user-data-dir="))
        }
    }

    /// A second signal ends the program at once: a browser that does not care, and its profile, do not stay.
    @Test func aSecondSignalEndsTheBrowserToo() throws {
        try BuiltProgram.withFolder { folder in
            let (page, own) = (folder.appending(path: "page"), folder.appending(path: "own"))
            for folder in [page, own] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            try Data("<!doctype html>".utf8).write(to: page.appending(path: "index.html"))
            let (browser, pipe) = (folder.appending(path: "chromium"), folder.appending(path: "pipe"))
            #expect(mkfifo(pipe.path, 0o600) == 0)
            // Who reads from the pipe hears that it was asked to end, and when it has.
            let script = """
                #!/bin/sh
                trap 'echo asked >&4' TERM
                exec 4> '\(pipe.path)'
                while [ -e '\(pipe.path)' ]; do sleep 1; done
                """
            try Data(script.utf8).write(to: browser)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser.path)
            let process = BuiltProgram.make(
                ["launch", "--page", page.path, "--dialect", "self", "--browser", browser.path],
                environment: ["TMPDIR": own.path])
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let heard = try FileHandle(forReadingFrom: pipe)
            process.interrupt()
            #expect(String(decoding: heard.availableData, as: UTF8.self) == "asked\n")
            process.interrupt()
            process.waitUntilExit()
            try #require(process.terminationReason == .exit)
            #expect(process.terminationStatus == 130)
            #expect(try heard.readToEnd() ?? Data() == Data())
            #expect(try FileManager.default.contentsOfDirectory(atPath: own.path) == [])
        }
    }

    /// Results that the host's program was to hear and did not are no success, whatever the page says.
    @Test func eventsThatAreLost() throws {
        try withPage { page in
            let launched = try ServedProgram(
                page + ["--no-browser", "--events", "/dev/full"], command: "launch")
            let token = try #require(launched.address.split(separator: "=").last)
            let socket = try WebSocketClient(port: launched.port, path: "/.mrz-scan/bridge?token=\(token)")
            try socket.send(Self.success)
            launched.process.waitUntilExit()
            #expect(launched.process.terminationStatus == 70)
            #expect(launched.errors(through: "\n").contains("events can't be written"))
            withExtendedLifetime(socket) {}
        }
        let served = try ServedProgram(["--events", "/dev/full"])
        let socket = try WebSocketClient(port: served.port)
        try socket.send(Self.success)
        #expect(try socket.receiveText()?.contains(#""success":true"#) == true)
        #expect(served.end().status == 70)
        let bridge = try BuiltProgram.run(
            ["bridge", "--events", "/dev/full"], input: Data((Self.success + "\n").utf8))
        #expect(bridge.status == 70 && bridge.errors.contains("events can't be written"))
        // The page is answered all the same.
        #expect(try bridge.results().count == 1)
    }
}
