import Foundation
import TestCamera
import Testing
import Threads

/// `mrz-scan --device` and `--images`, from outside.
@Suite struct LiveCommandTests {
    private let passport = BuiltProgram.sample("td3/096-scan-rgb.jpg")

    @Test func progressThenTheResult() throws {
        let run = try BuiltProgram.run(["--today", "2026-02-28", "--images", passport])
        #expect(run.status == 0)
        let objects = try run.results()
        let first = try #require(objects.first)
        #expect(first["type"] as? String == "progress")
        #expect(first["stateIndex"] as? Int == 0 && first["state"] as? String == "NO_TEXT")
        #expect(first["hint"] as? String == "showDocument")
        let progress = objects.dropLast()
        #expect(progress.allSatisfy { $0["type"] as? String == "progress" })
        #expect(progress.last?["stateIndex"] as? Int == 3)
        let result = try #require(objects.last)
        #expect(result["type"] as? String == "result" && result["status"] as? String == "verified")
        let label = try #require(try Labels.of("td3/096-scan-rgb.jpg"))
        #expect(result["lines"] as? [String] == label["lines"] as? [String])
        #expect(result["source"] as? String == passport)
    }

    /// Nobody is asked to hold a document before a camera that is not there.
    @Test(arguments: [["--device", "/no/such/camera"], ["--images", "/no/such/picture"]])
    func aSourceThatIsNotThere(_ source: [String]) throws {
        let run = try BuiltProgram.run(source)
        #expect([66, 69].contains(run.status) && run.output == "", "\(run.output)")
        #expect(run.errors.hasPrefix("mrz-scan: error: "))
    }

    @Test func framesAreCountedWhenAskedFor() throws {
        let blank = ["--images", BuiltProgram.sample("negatives/207-white.jpg"), "--hold", "3", "--quiet"]
        #expect(try BuiltProgram.run(blank).errors == "")
        #expect(
            try BuiltProgram.run(blank + ["--statistics"]).errors
                == "mrz-scan: 3 frames were looked at, 0 with a zone; 0 were dropped, 0 damaged.\n")
        #expect(
            try BuiltProgram.run([blank[0], blank[1], "--quiet", "--statistics", "--hold", "1"]).errors
                == "mrz-scan: 1 frame was looked at, 0 with a zone; 0 were dropped, 0 damaged.\n")
    }

    /// Fewer documents than were asked for: the person hears of those that were read.
    @Test func fewerDocumentsThanWereAskedFor() throws {
        let run = try BuiltProgram.run(["--images", passport, "--count", "3"])
        #expect(run.status == 1 && run.errors.contains(": 1 of 3 documents was read.\n"), "\(run.errors)")
        let none = try BuiltProgram.run(["--images", BuiltProgram.sample("negatives/207-white.jpg"), "--count", "3"])
        #expect(none.status == 1 && none.errors.contains(": no MRZ was read.\n"), "\(none.errors)")
    }

    @Test func picturesWithoutAZoneEndWithNotFound() throws {
        let run = try BuiltProgram.run(["--images", BuiltProgram.sample("negatives/207-white.jpg"), "--hold", "2"])
        #expect(run.status == 1)
        #expect(try run.results().last?["status"] as? String == "not_found")
    }

    /// Who would read one document after the other and saw none hears that; who saw one has it.
    @Test(arguments: [["--hold", "2"], ["--hold", "1000000", "--timeout", "1"]])
    func noneOfDocumentsOneAfterTheOther(_ end: [String]) throws {
        let blank = BuiltProgram.sample("negatives/207-white.jpg")
        let run = try BuiltProgram.run(["--images", blank, "--continuous"] + end)
        #expect(run.status == 1 && run.errors.contains(": no MRZ was read.\n"), "\(run.errors)")
        let last = try #require(try run.results().last)
        #expect(last["status"] as? String == "not_found" && last["index"] as? Int == 0)
        let one = try BuiltProgram.run(["--today", "2026-02-28", "--images", passport, "--continuous"])
        let results = try one.results().filter { $0["type"] as? String == "result" }
        #expect(one.status == 0 && results.map { $0["status"] as? String } == ["verified"])
    }

    @Test func severalDocumentsOneAfterTheOther() throws {
        let run = try BuiltProgram.run([
            "--images", passport, "--images", BuiltProgram.sample("td1/101-scan-rgb.jpg"), "--hold", "20", "--count",
            "2",
        ])
        let results = try run.results().filter { $0["type"] as? String == "result" }
        #expect(results.map { $0["format"] as? String } == ["TD3", "TD1"])
        #expect(results.map { $0["index"] as? Int } == [0, 1])
        #expect(run.status == 0)
    }

    @Test func tablesHoldResultsOnly() throws {
        let run = try BuiltProgram.run(["--images", passport, "--format", "csv"])
        let rows = run.output.split(separator: "\r\n")
        #expect(rows.count == 2)
        #expect(rows.first?.hasPrefix("source,page") == true)
    }

    @Test func theFrameIsSavedOnlyWhenAskedForAndForThisUserOnly() throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.appending(path: "frame.jpg")
            #expect(try BuiltProgram.run(["--images", passport, "--save-frame", file.path]).status == 0)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try Data(contentsOf: file).starts(with: [0xFF, 0xD8]))
        }
    }

    /// A pipe or a device stays open to whom it was open: as root the program could take /dev/null from everybody.
    @Test func aPipeKeepsItsPermissions() throws {
        try BuiltProgram.withFolder { folder in
            let pipe = folder.appending(path: "pipe").path
            #expect(mkfifo(pipe, 0o600) == 0 && chmod(pipe, 0o644) == 0)
            let frame = Monitor<Data?>(nil)
            let isThere = startedThread {
                let bytes = FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile()
                frame.update { $0 = bytes ?? Data() }
            }
            try #require(isThere)
            #expect(try BuiltProgram.run(["--images", passport, "--save-frame", pipe]).status == 0)
            let attributes = try FileManager.default.attributesOfItem(atPath: pipe)
            #expect(attributes[.posixPermissions] as? Int == 0o644)
            #expect(frame.wait(atMost: .seconds(60)) { $0 }?.starts(with: [0xFF, 0xD8]) == true)
        }
    }

    /// What a page sees that asks for `camera.scanMRZ`.
    @Test(arguments: ["union", "strict"])
    func theMessagesOfTheBridge(_ shape: String) throws {
        let run = try BuiltProgram.run([
            "--today", "2020-01-01", "--images", passport, "--format", "bridge", "--results", shape,
        ])
        #expect(run.status == 0 && run.errors == "")
        let messages = try run.results()
        let events = messages.dropLast()
        #expect(
            events.allSatisfy {
                $0["type"] as? String == "event" && $0["domain"] as? String == "camera"
                    && $0["event"] as? String == "scanProgress"
            })
        let states = events.compactMap { ($0["data"] as? [String: Any])?["stateIndex"] as? Int }
        #expect(states.first == 0 && states.last == 3 && states.contains(1) && states == states.sorted())
        let answer = try #require(messages.last)
        #expect(answer["type"] as? String == "response" && answer["success"] as? Bool == true)
        let document = try #require(answer["data"] as? [String: Any])
        #expect(document["documentNumber"] as? String == "M57NML4NG" && document["dateOfBirth"] as? String == "710821")
        #expect((document.count == 3) == (shape == "strict"))
    }

    @Test(
        arguments: [
            (["--device", "/no/such/camera"], 69, "CAMERA_INIT_FAILED"),
            (["--images", BuiltProgram.sample("negatives/207-white.jpg"), "--hold", "2"], 1, "MRZ_SCAN_FAILED"),
        ])
    func theBridgeSaysWhyNothingWasRead(_ arguments: [String], status: Int32, code: String) throws {
        let run = try BuiltProgram.run(arguments + ["--format", "bridge"])
        #expect(run.status == status)
        let answer = try #require(try run.results().last)
        #expect((answer["error"] as? [String: Any])?["code"] as? String == code)
    }

    @Test func aCameraThatIsNotThere() throws {
        let run = try BuiltProgram.run(["--device", "/no/such/camera"])
        #expect(run.status == 69)
        #expect(run.errors.contains("/no/such/camera"))
    }

    /// With `--reconnect` a camera that is unplugged is waited for.
    @Test(.enabled(if: TestCamera.isAvailable, "\(TestCamera.absence)"))
    func aCameraThatComesBack() throws {
        let picture = URL(filePath: BuiltProgram.sample("negatives/207-white.jpg"))
        try TestCamera.showing([picture], ["--size", "1280x720", "--format", "YUYV"]) { camera in
            let process = BuiltProgram.make(["--device", camera.path, "--reconnect"])
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            _ = try LinesFromPipe(output).next()
            let notes = LinesFromPipe(errors)
            try camera.tell("unplug")
            #expect(try notes.next().hasSuffix(" Waiting for it."))
            try camera.tell("plug")
            #expect(try notes.next() == "mrz-scan: The camera is back.")
            process.interrupt()
            process.waitUntilExit()
            #expect(process.terminationStatus == 130)
        }
    }

    @Test func picturesThatAreNotThere() throws {
        #expect(try BuiltProgram.run(["--images", "/no/such/folder"]).status == 66)
    }

    @Test(
        arguments: [
            ([], "Missing expected argument '<paths> ...' or '--files-from <file>'."),
            (["--statistics", "x.jpg"], "--statistics is for live scans: give --device or --images as well."),
            (["--timeout", "5", "x.jpg"], "--timeout is for live scans: give --device or --images as well."),
            (["--count", "2", "x.jpg"], "--count is for live scans: give --device or --images as well."),
            (["--reconnect", "x.jpg"], "--reconnect is for live scans: give --device or --images as well."),
            (["--device", "/dev/video0", "x.jpg"], "Give paths, or --device or --images for a live scan, not both."),
            (["--device", "/dev/video0", "--images", "x.jpg"], "Give --device or --images, not both."),
            (["--images", "x.jpg", "--size", "1280x720"], "--size is for cameras: give --device as well."),
            (["--device", "/dev/video0", "--size", "1280"], "The value '1280' is invalid for '--size <wxh>'"),
            (["--device", "/dev/video0", "--count", "0"], "--count must be at least 1."),
            (["--device", "/dev/video0", "--fps", "0"], "--fps must be 0.001 to 1000."),
            (["--device", "/dev/video0", "--continuous", "--count", "2"], "Give --count or --continuous, not both."),
            (["--format", "bridge", "x.jpg"], "--format bridge is for --device and --images."),
            (["--images", "x.jpg", "--results", "strict"], "--results is for --format bridge."),
            (
                ["--images", "x.jpg", "--format", "bridge", "--count", "2"],
                "--format bridge is one scan, and goes with --timeout only."
            ),
            (["--device", "/dev/video0", "--timeout", "0"], "--timeout must be above 0 and at most 1000000."),
            (["--device", "/dev/video0", "--timeout", "1000001"], "--timeout must be above 0 and at most 1000000."),
            (["--device", "/dev/video0", "--hold", "3"], "--hold is for pictures: give --images as well."),
        ] as [([String], String)])
    func wrongUsage(_ arguments: [String], _ sentence: String) throws {
        try BuiltProgram.expectRefusal(arguments, sentence)
    }
}
