import Foundation
import LoopbackClient
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.timeLimit(.minutes(40))) struct BridgeCommandTests {
    private static let passport = "td3/096-scan-rgb.jpg"

    private func number() throws -> String {
        let label = try #require(try Labels.of(Self.passport))
        let lines = try #require(label["lines"] as? [String])
        return String(lines[1].prefix(9).prefix { $0 != "<" })
    }

    private func request(_ domain: String, _ method: String, _ parameters: String = "{}") -> String {
        #"{"id":"\#(method)","domain":"\#(domain)","method":"\#(method)","params":\#(parameters)}"# + "\n"
    }

    /// Runs it on lines that end at once.
    private func run(
        _ arguments: [String], _ input: String, environment: [String: String] = [:]
    ) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(
            ["bridge", "--today", "2026-02-28"] + arguments, input: Data(input.utf8), environment: environment)
    }

    @Test func help() throws {
        #expect(try BuiltProgram.run(["--help"]).output.contains("bridge"))
        let help = try BuiltProgram.run(["bridge", "--help"]).output
        let page = try String(
            contentsOf: BuiltProgram.repository.appending(path: "docs/bridge.md"), encoding: .utf8)
        for option in [
            "--device", "--images", "--results", "--access-keys", "--scan-limit", "--store", "--store-key",
            "--dialect", "--script", "--console", "--model", "--today", "--quiet",
        ] { #expect(help.contains(option) && page.contains(option), "\(option)") }
    }

    /// `echo … | mrz-scan bridge` answers what it was asked, a scan too.
    @Test func theEndOfTheInputWaitsForTheScan() throws {
        let run = try run(["--images", BuiltProgram.sample(Self.passport)], request("camera", "scanMRZ"))
        #expect(run.status == 0 && run.errors.isEmpty)
        let last = try #require(try run.results().last)
        #expect((last["data"] as? [String: Any])?["documentNumber"] as? String == (try number()))
    }

    @Test func picturesWithoutADocument() throws {
        try BuiltProgram.withFolder { folder in
            let picture = folder.appending(path: "blank.pgm")
            try BuiltProgram.blank.write(to: picture)
            let run = try run(["--images", picture.path, "--hold", "2"], request("camera", "scanMRZ"))
            let error = try #require(try run.results().last?["error"] as? [String: Any])
            #expect(error["code"] as? String == "MRZ_SCAN_FAILED" && run.status == 0)
            #expect((error["details"] as? [String: Any])?["reason"] as? String == "noDocument")
        }
    }

    /// A document that can be read and does not hold: the person is told, and it is no answer.
    @Test func aDocumentThatDoesNotHold() throws {
        try BuiltProgram.withFolder { folder in
            let picture = folder.appending(path: "altered.pgm")
            try AlteredPassport.write(to: picture)
            let run = try run(["--images", picture.path, "--hold", "90"], request("camera", "scanMRZ"))
            let messages = try run.results()
            #expect(messages.contains { ($0["data"] as? [String: Any])?["hint"] as? String == "notVerified" })
            let error = try #require(messages.last?["error"] as? [String: Any])
            #expect(error["code"] as? String == "MRZ_SCAN_FAILED")
            let details = try #require(error["details"] as? [String: Any])
            #expect(details["reason"] as? String == "notVerified")
            #expect((details["objections"] as? [String])?.contains("checkDigit") == true)
            #expect(!run.output.contains("ACHTERBERG"))
        }
    }

    @Test func withoutACamera() throws {
        let results = try run([], request("camera", "isAvailable") + request("camera", "scanMRZ")).results()
        #expect(results[0]["data"] as? Bool == false)
        #expect((results[1]["error"] as? [String: Any])?["code"] as? String == "NOT_CONFIGURED")
    }

    /// A camera that is not there may come; pictures that are not there are said at the start.
    @Test func aCameraThatIsGone() throws {
        let input = request("camera", "isAvailable") + request("camera", "scanMRZ")
        let results = try run(["--device", "/no/such/video"], input).results()
        #expect(results[0]["data"] as? Bool == false)
        #expect((results.last?["error"] as? [String: Any])?["code"] as? String == "CAMERA_INIT_FAILED")
    }

    @Test func strictResultsAndScripts() throws {
        let run = try run(
            ["--images", BuiltProgram.sample(Self.passport), "--results", "strict", "--script"],
            request("camera", "scanMRZ"))
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("window.SelfNativeBridge._handleEvent('") == true)
        let answer = #/window\.SelfNativeBridge\._handleResponse\('.*"data":\{("[a-zA-Z]+":"[A-Z0-9]+",?){3}\},.*'\)/#
        #expect(lines.last?.wholeMatch(of: answer) != nil)
    }

    @Test func keysToTheChipOnlyWhenAskedFor() throws {
        let arguments = ["--images", BuiltProgram.sample(Self.passport)]
        #expect(!(try run(arguments, request("camera", "scanMRZ")).output.contains("accessKeys")))
        let results = try run(arguments + ["--access-keys"], request("camera", "scanMRZ")).results()
        let keys = (results.last?["data"] as? [String: Any])?["accessKeys"] as? [String: String]
        #expect(keys?["mrzInformation"]?.count == 24)
    }

    @Test func aLimitOfTime() throws {
        let run = try run(
            [
                "--images", BuiltProgram.sample(Self.passport), "--hold", "100000", "--scan-limit", "0.2",
            ], request("camera", "scanMRZ", #"{"documentType":"visa"}"#))
        let error = try #require(try run.results().last?["error"] as? [String: Any])
        #expect((error["details"] as? [String: Any])?["reason"] as? String == "timeout")
        #expect(error["message"] as? String == "No document was verified within 0.2 seconds.")
    }

    /// Pages would hear of it only when they scan.
    @Test(arguments: ["bridge", "serve", "launch", "chip"])
    func picturesThatCannotBePlayedAreToldAtOnce(_ command: String) throws {
        try BuiltProgram.withFolder { folder in
            let (text, empty) = (folder.path + "/text.txt", folder.path + "/empty")
            try Data("no picture".utf8).write(to: URL(filePath: text))
            try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
            let more = command == "launch" ? ["--page", empty, "--dialect", "self", "--no-browser"] : []
            for path in [text, empty, folder.path + "/none"] {
                let run = try BuiltProgram.run([command, "--images", path] + more)
                #expect(run.status == 66 && run.errors.contains("error: \(path): "), "\(run.errors)")
            }
        }
    }

    /// What is no camera, and what is not there. It may be plugged in later, so that it is missing is said and no more.
    @Test(arguments: ["/dev/null", "/no/such/camera", "/tmp"])
    func whatIsNoCameraIsNotAvailable(_ device: String) throws {
        let run = try run(["--device", device], request("camera", "isAvailable"))
        #expect(try run.results().last?["data"] as? Bool == false)
        #expect(run.status == 0 && run.errors.contains("warning: No page can scan now: "), "\(run.errors)")
    }

    /// Nobody is told that all is done while another document is wanted.
    @Test func anotherDocumentThanTheOneThatIsWanted() throws {
        let run = try run(
            ["--images", BuiltProgram.sample(Self.passport)],
            request("camera", "scanMRZ", #"{"documentType":"visa"}"#))
        #expect(run.output.contains(#""hint":"otherDocumentType""#) && !run.output.contains(#""hint":"done""#))
        let error = try #require(try run.results().last?["error"] as? [String: Any])
        #expect((error["details"] as? [String: Any])?["reason"] as? String == "otherDocumentType")
    }

    @Test func whatPagesKeepIsThereTheNextTime() throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.appending(path: "store").path
            let key = folder.appending(path: "key")
            try Data(String(repeating: "0f", count: 32).utf8).write(to: key)
            let arguments = ["--store", store, "--store-key", key.path]
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key.path)
            let exposed = try run(arguments, "")
            #expect(exposed.status == 77 && exposed.errors.contains("chmod 600"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
            _ = try run(arguments, request("secureStorage", "set", #"{"key":"k","value":"kept"}"#))
            let results = try run(
                ["--store", store], request("secureStorage", "get", #"{"key":"k"}"#),
                environment: ["MRZ_SCAN_STORE_KEY": String(repeating: "0f", count: 32)]
            ).results()
            #expect(results.first?["data"] as? String == "kept")
            let other = try run(
                ["--store", store], "", environment: ["MRZ_SCAN_STORE_KEY": String(repeating: "1f", count: 32)])
            #expect(other.status == 77 && other.errors.contains("does not open"))
        }
    }

    /// Neither this program's environment nor that of what it starts has the key any more.
    @Test func theKeyOfTheStoreIsForgotten() throws {
        try BuiltProgram.withFolder { folder in
            let key = String(repeating: "0f", count: 32)
            let served = try ServedProgram(
                ["--store", folder.appending(path: "store").path], environment: ["MRZ_SCAN_STORE_KEY": key])
            let environment = try Data(contentsOf: URL(filePath: "/proc/\(served.process.processIdentifier)/environ"))
            #expect(environment.range(of: Data("PATH=".utf8)) != nil && environment.range(of: Data(key.utf8)) == nil)
            #expect(served.end().status == 0)
        }
    }

    @Test(
        arguments: [
            (["--store", "/tmp/x"], "A store needs a key: give --store-key or set MRZ_SCAN_STORE_KEY."),
            (["--store-key", "x"], "--store-key is for a store: give --store as well."),
            (["--dialect", "esperanto"], "The value 'esperanto' is invalid for '--dialect <dialect>'."),
            (["--scan-limit", "0"], "--scan-limit must be above 0 and at most 86400."),
            (["--scan-limit", "86401"], "--scan-limit must be above 0 and at most 86400."),
            (["--script", "--dialect", "gbg"], "--script is for the dialect self."),
            (["--results", "none"], "The value 'none' is invalid for '--results <results>'."),
            (["--events", "-"], "Standard output has the answers: give --events a file, such as /dev/stderr."),
            (["--journeys", "/no/such/file"], "--journeys: There is no such file."),
            (["--journeys", "-"], "--journeys: Standard input is not read for them."),
        ])
    func wrongUsage(_ arguments: [String], _ sentence: String) throws {
        try BuiltProgram.expectRefusal(["bridge"] + arguments, sentence)
    }

    /// What has its content once, such as `--journeys <(make)`, is read once.
    @Test func journeysFromAPipe() throws {
        try BuiltProgram.withFolder { folder in
            let pipe = folder.appending(path: "journeys").path
            #expect(mkfifo(pipe, 0o600) == 0)
            Thread.detachNewThread {
                let journeys = #"{"journeys":[{"journeyDefinitionId":"a","steps":[{"stepId":1}]}]}"#
                // Where it could not be written the program says so.
                do { try FileHandle(forWritingTo: URL(filePath: pipe)).write(contentsOf: Data(journeys.utf8)) } catch {}
            }
            let run = try run(["--dialect", "idwise", "--journeys", pipe], "")
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test func longLinesArePassedOver() throws {
        let long = String(repeating: " ", count: 9 << 20)
        let run = try run([], long + "\n" + request("haptic", "trigger") + long)
        #expect(try run.results().count == 1 && run.status == 0)
        #expect(run.errors.split(separator: "\n").count == 2)
    }

    /// Ctrl-C and SIGTERM end it, whatever goes on; who asked is told that it was called off.
    @Test(arguments: [SIGTERM, SIGINT], [true, false])
    func aSignalEndsIt(_ signal: Int32, _ isScanning: Bool) throws {
        let process = BuiltProgram.make(
            ["bridge", "--images", BuiltProgram.sample(Self.passport), "--hold", "100000"])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let (method, parameters) = isScanning ? ("scanMRZ", #"{"documentType":"visa"}"#) : ("isAvailable", "{}")
        input.fileHandleForWriting.write(Data(request("camera", method, parameters).utf8))
        var said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        kill(process.processIdentifier, signal)
        said += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let last = try #require(said.split(separator: "\n").last)
        #expect(last.contains(isScanning ? "MRZ_SCAN_CANCELLED" : #""data":true"#))
    }

    /// Nobody reads the answers, and nobody has gone either: the pipe is full, and it ends all the same.
    @Test func aSignalEndsItWithAFullPipe() throws {
        let process = BuiltProgram.make(
            ["bridge", "--images", BuiltProgram.sample(Self.passport), "--hold", "100000"])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // Answers that fill a pipe of 64 KiB, to requests that do not fill one.
        let many = (0..<700).map { #"{"id":"\#($0)","domain":"x","method":"y"}"# + "\n" }.joined()
        input.fileHandleForWriting.write(Data(many.utf8))
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
    }

    /// What the page tells its host, and files of this user only.
    @Test func events() throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.appending(path: "events")
            for _ in 0..<2 {
                let run = try run(
                    ["--events", file.path], request("lifecycle", "setResult", #"{"success":true,"data":{"a":1}}"#))
                #expect(run.status == 0)
            }
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 6)
            let line = #/\{"event":"result","page":1,"timestamp":[0-9]+,"success":true,"data":\{"a":1\}\}/#
            #expect(try line.wholeMatch(in: lines[4]) != nil)
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try run(["--events", "/no/such/folder/events"], "").status == 70)
        }
    }

    /// A pipe that nobody reads yet is waited for, and the person is told so.
    @Test func eventsThatNobodyReadsYet() throws {
        try BuiltProgram.withFolder { folder in
            let pipe = folder.path + "/events"
            #expect(mkfifo(pipe, 0o600) == 0)
            let process = BuiltProgram.make(["bridge", "--events", pipe])
            let (input, errors) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            try process.run()
            input.fileHandleForWriting.write(Data(request("lifecycle", "ready").utf8))
            try input.fileHandleForWriting.close()
            let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
            #expect(said == "mrz-scan: \(pipe): nobody reads this yet; it is waited for.\n")
            let reader = try #require(FileHandle(forReadingAtPath: pipe))
            let lines = String(decoding: reader.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0 && lines.contains(#""event":"ready""#))
        }
    }

    /// `mrz-scan bridge | head -1`: the scan of a camera that nobody listens to any more is stopped.
    @Test func theReaderLeaves() throws {
        let process = BuiltProgram.make(
            ["bridge", "--images", BuiltProgram.sample(Self.passport), "--hold", "100000"])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(request("camera", "scanMRZ", #"{"documentType":"visa"}"#).utf8))
        try input.fileHandleForWriting.close()
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        try output.fileHandleForReading.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func otherDialects() throws {
        let camera = ["--images", BuiltProgram.sample(Self.passport)]
        let gbg = try run(
            camera + ["--dialect", "gbg"], #"{"action":"camera.document","correlationId":"c","payload":{}}"#
        ).results()
        let captured = try #require(gbg.last?["data"] as? [String: Any])
        let image = try #require((captured["image"] as? [String: String])?["data"])
        #expect(Data(base64Encoded: image)?.starts(with: [0xFF, 0xD8]) == true)
        let file = try Data(contentsOf: URL(filePath: BuiltProgram.sample(Self.passport)))
        let idwise = try run(
            ["--dialect", "idwise"],
            """
            {"method":"initialize","params":{"clientKey":"k"}}
            {"method":"startDynamicJourney","params":{"journeyDefinitionId":"d"}}
            {"method":"startStepFromFileUpload","params":{"stepId":"passport","data":"\(file.base64EncodedString())"}}

            """
        ).results()
        let result = try #require((idwise.last?["data"] as? [String: Any])?["result"] as? [String: Any])
        #expect(result["status"] as? String == "Submitted")
        let legitimuz = try run(
            camera + ["--dialect", "legitimuz", "--console"],
            """
            {"type":"log","arguments":["hello",1,"ERIKSSON"]}
            {"type":"scan","refId":"r"}

            """)
        #expect(try legitimuz.results().last?["status"] as? String == "success")
        #expect(legitimuz.errors.contains("console: [log] hello # *\n"))
    }
}
