import Foundation
import Glibc
import LoopbackClient
import Testing

/// Every command reads an invented document, well and badly. What it says went to standard output or to the file that
/// was asked for; standard error, what lies in temporary folders, metrics and redacted stores know nothing of it.
@Suite struct PrivacyTests {
    private static let passport = "td3/096-scan-rgb.jpg"
    private static let secrets = Result { try Secrets(passport) }

    /// A home and a folder for temporary files of its own, a picture, half of that, and a text.
    private struct Scene {
        let folder: URL
        let secrets: Secrets
        let picture: String
        let half: String
        let text: String
        /// Everything that the program may write to without being asked.
        let ownFolders: URL

        init(_ folder: URL) throws {
            self.folder = folder
            secrets = try PrivacyTests.secrets.get()
            ownFolders = folder.appending(path: "own")
            for name in ["own/home", "own/tmp"] {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: name), withIntermediateDirectories: true)
            }
            let whole = try Data(contentsOf: URL(filePath: BuiltProgram.sample(PrivacyTests.passport)))
            (picture, half) = (folder.path + "/picture.jpg", folder.path + "/half.jpg")
            try whole.write(to: URL(filePath: picture))
            try whole.prefix(whole.count / 2).write(to: URL(filePath: half))
            let label = try #require(try Labels.of(PrivacyTests.passport))
            let lines = try #require(label["lines"] as? [String])
            text = lines.joined(separator: "\n") + "\n"
        }

        var environment: [String: String] {
            let own = ownFolders.path
            return [
                "HOME": own + "/home", "TMPDIR": own + "/tmp", "XDG_CACHE_HOME": own + "/home",
                "XDG_STATE_HOME": own + "/home",
            ]
        }

        /// - Parameter saysIt: whether its standard output is for what the document says.
        func run(
            _ arguments: [String], input: String = "", saysIt: Bool, ends: ClosedRange<Int32> = 0...1
        ) throws {
            let run = try BuiltProgram.run(arguments, input: Data(input.utf8), environment: environment)
            let name = arguments.prefix(2).joined(separator: " ")
            #expect(ends.contains(run.status), "\(name)")
            #expect(secrets.trace(in: run.errors) == nil, "standard error of \(name)")
            #expect((secrets.trace(in: run.output) != nil) == saysIt, "standard output of \(name)")
            #expect(try secrets.traces(below: ownFolders) == [], "what \(name) left behind")
        }
    }

    private func withScene(_ body: (Scene) throws -> Void) throws {
        try BuiltProgram.withFolder { try body(Scene($0)) }
    }

    @Test func scan() throws {
        try withScene { scene in
            for format in ["text", "jsonl", "csv"] {
                try scene.run(["--format", format, scene.picture], saysIt: true)
            }
            // Half of it has no zone any more.
            try scene.run([scene.picture, scene.half, "/no/such/file"], saysIt: true, ends: 66...66)
            try scene.run(["scan", "--access-keys", scene.picture], saysIt: true)
            try scene.run(["--max-pixels", "1000", scene.picture], saysIt: false, ends: 66...66)
        }
    }

    @Test func parse() throws {
        try withScene { scene in
            try scene.run(["parse"], input: scene.text, saysIt: true)
            try scene.run(["parse"], input: scene.text.replacing("<", with: "?"), saysIt: false, ends: 65...65)
            try scene.run(["parse", "/no/such/file"], saysIt: false, ends: 66...66)
        }
    }

    @Test func live() throws {
        try withScene { scene in
            for format in ["text", "jsonl", "csv"] {
                try scene.run(["--images", scene.picture, "--format", format], saysIt: true)
            }
            // What is damaged is not played.
            try scene.run(
                ["--images", scene.half, "--format", "jsonl", "--timeout", "2"], saysIt: false, ends: 66...66)
        }
    }

    @Test func redactedStore() throws {
        try withScene { scene in
            let store = scene.ownFolders.path + "/home/redacted.sqlite"
            let batch = ["batch", "--redact", "--out", store, scene.picture, scene.half]
            try scene.run(batch, saysIt: false, ends: 0...66)
            try scene.run(batch + ["--resume"], saysIt: false, ends: 0...66)
            for format in ["jsonl", "csv"] {
                try scene.run(["export", store, "--format", format], saysIt: false, ends: 0...66)
            }
            try scene.run(["report", store], saysIt: false, ends: 0...66)
            // The control: a store that is not redacted holds it, and its report still does not.
            let open = scene.folder.path + "/open.sqlite"
            try scene.run(["batch", "--out", open, scene.picture], saysIt: false)
            #expect(try scene.secrets.traces(below: scene.folder).contains { $0.hasPrefix("open.sqlite") })
            try scene.run(["report", open], saysIt: false)
        }
    }

    @Test func batchAndPipe() throws {
        try withScene { scene in
            try scene.run(["batch", scene.picture, scene.half], saysIt: true, ends: 0...66)
            try scene.run(["batch", "--redact", scene.picture, scene.half], saysIt: false, ends: 0...66)
            let line = scene.text.replacing("\n", with: "")
            try scene.run(["pipe"], input: "\(scene.picture)\n", saysIt: true)
            // Lines of no use are not repeated, whatever stands in them.
            try scene.run(
                ["pipe"], input: "{\"image\":\"\(line)\"}\n{\"id\":[\"\(line)\"]}\ndata:\(line)\n", saysIt: false)
        }
    }

    @Test func developersCommands() throws {
        try withScene { scene in
            let strips = try BuiltProgram.run(
                ["strips", scene.picture, "--out", scene.folder.path + "/strips"], program: BuiltProgram.bench,
                environment: scene.environment)
            #expect(strips.status == 0 && scene.secrets.trace(in: strips.output + strips.errors) == nil)
            try scene.run(["devices"], saysIt: false, ends: 0...69)
            try scene.run(["formats"], saysIt: false)
            // It prints lines, as its help says; the rest of it is as quiet as any command.
            let samples = BuiltProgram.repository.appending(path: "Samples").path
            let run = try BuiltProgram.run(
                [samples, "--filter", Self.passport], program: BuiltProgram.bench, environment: scene.environment)
            #expect(scene.secrets.trace(in: run.errors) == nil)
        }
    }

    @Test func bridge() throws {
        try withScene { scene in
            let line = scene.text.replacing("\n", with: "")
            func request(_ id: Int, _ domain: String, _ method: String, _ params: String) -> String {
                """
                {"type":"request","version":1,"id":"\(id)","domain":"\(domain)","method":"\(method)",\
                "params":\(params),"timestamp":0}

                """
            }
            try scene.run(
                ["bridge", "--images", scene.picture], input: request(1, "camera", "scanMRZ", "{}"), saysIt: true)
            // What a page says wrongly is not said back, nor logged.
            let wrong =
                request(2, "camera", "scanMRZ", "{\"countryCode\":\"\(line)\"}")
                + request(3, "secureStorage", "set", "{\"key\":\"k\",\"value\":\"\(line)\"}") + "{\"\(line)\n"
            try scene.run(["bridge", "--images", scene.half], input: wrong, saysIt: false)
            let log = "{\"type\":\"log\",\"arguments\":[\"\(line)\",{\"a\":\"\(line)\"}]}\n"
            try scene.run(["bridge", "--dialect", "legitimuz", "--console"], input: log, saysIt: false)
        }
    }

    /// Uploads, good and bad, and a page that stores something.
    @Test func serve() throws {
        try withScene { scene in
            let key = scene.folder.path + "/key"
            try Data(String(repeating: "5a", count: 32).utf8).write(to: URL(filePath: key))
            chmod(key, 0o600)
            let store = scene.ownFolders.path + "/home/store"
            let served = try ServedProgram(
                ["--images", scene.picture, "--store", store, "--store-key", key], environment: scene.environment)
            func post(_ body: Data, _ fields: [String: String] = [:]) throws -> HTTPReply {
                try LoopbackSocket(port: served.port).request(
                    "POST", "/scan", port: served.port, fields: fields, body: Array(body))
            }
            let line = scene.text.replacing("\n", with: "")
            #expect(scene.secrets.trace(in: try post(Data(contentsOf: URL(filePath: scene.picture))).text) != nil)
            _ = try post(Data(contentsOf: URL(filePath: scene.half)))
            #expect(try post(Data(line.utf8)).status == 422)
            let form = "--b\r\nContent-Disposition: form-data; filename=\"\(line)\"\r\n\r\nno picture\r\n--b--\r\n"
            _ = try post(Data(form.utf8), ["Content-Type": "multipart/form-data; boundary=b"])
            _ = try LoopbackSocket(port: served.port).request("GET", "/\(line)?token=\(line)", port: served.port)
            let page = try WebSocketClient(port: served.port)
            try page.send(
                """
                {"type":"request","version":1,"id":"1","domain":"secureStorage","method":"set",\
                "params":{"key":"\(line)","value":"\(line)"},"timestamp":0}
                """)
            #expect(try #require(try page.receiveText()).contains("\"success\":true"))
            let metrics = try LoopbackSocket(port: served.port).request("GET", "/metrics", port: served.port).text
            #expect(metrics.contains("mrz_scan_uploads_total") && scene.secrets.trace(in: metrics) == nil)
            let end = served.end()
            #expect(end.status == 0 && scene.secrets.trace(in: end.errors) == nil)
            // The store is there, sealed: neither names nor values can be read in it.
            #expect(try FileManager.default.subpathsOfDirectory(atPath: store).isEmpty == false)
            #expect(try scene.secrets.traces(below: scene.ownFolders) == [])
        }
    }

    /// A crash in the middle of a document says nothing of it either.
    @Test(arguments: [SIGSEGV, SIGILL, SIGBUS])
    func crash(_ signal: Int32) throws {
        try withScene { scene in
            let process = BuiltProgram.make(
                ["--images", scene.picture, "--hold", "1000000", "--fps", "10", "--continuous", "--format", "jsonl"],
                environment: scene.environment)
            let (output, errors) = (Pipe(), scene.folder.appending(path: "errors"))
            try Data().write(to: errors)
            process.currentDirectoryURL = scene.ownFolders
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
            var said = Data()
            // It has read a document, and goes on.
            while scene.secrets.trace(in: said) == nil {
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { break }
                said += more
            }
            #expect(scene.secrets.trace(in: said) != nil)
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(scene.secrets.trace(in: try Data(contentsOf: errors)) == nil)
            #expect(try scene.secrets.traces(below: scene.ownFolders) == [])
        }
    }
}
