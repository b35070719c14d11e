import ChipRig
import Foundation
import TestCamera
import Testing

/// `mrz-scan chip` and `mrz-scan readers` over a real `pcscd`, with a chip in its virtual reader.
@Suite(.serialized, .enabled(if: VirtualReader.isAvailable, Comment(rawValue: VirtualReader.absence)))
struct ChipCommandTests {
    /// A sample and the rig's settings for its invented holder.
    private static let picture = "td3/037-overlay-2.jpg"
    private static let holder = [
        #"holder={"number":"323438268","state":"IRL","nationality":"IRL","birth":"550923","sex":"F","#
            + #""expiry":"320203","optional":"","surname":"WORTILBYN","given":"YARA<CLEMENS<AMINATA"}"#,
        "country=IE",
    ]

    private func chip(_ reader: VirtualReader, _ arguments: [String]) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(["chip"] + arguments, environment: reader.environment)
    }

    private func trust(_ files: URL) -> [String] {
        [
            "--csca", files.appending(path: "csca.der").path, "--crl", files.appending(path: "crl.der").path,
            "--today", "2025-07-01",
        ]
    }

    @Test func readersAndWhatLiesOnThem() throws {
        try VirtualReader.with { reader in
            let empty = try BuiltProgram.run(["readers", "--format", "jsonl"], environment: reader.environment)
            #expect(try empty.results().map { $0["state"] as? String } == ["empty", "empty"])
            let nothing = try chip(reader, ["--can", "123456", "--timeout", "0.2"])
            #expect(nothing.status == 69 && nothing.output.isEmpty)
            #expect(nothing.errors.contains("No document was laid on the reader."))
            let unknown = try chip(reader, ["--reader", "Nobody", "--can", "123456"])
            #expect(unknown.status == 69 && unknown.errors.contains("no such reader"))
        }
    }

    /// A list that was asked for and is none is no list.
    @Test func noListOfRevokedCertificates() throws {
        try VirtualReader.with { reader in
            let card = try reader.lay("pace")
            let authority = card.folder.appending(path: "csca.der").path
            let run = try chip(reader, ["--can", "123456", "--csca", authority, "--crl", authority])
            #expect(run.status == 66 && run.errors.contains("--crl holds no list of revoked certificates."))
        }
    }

    /// The names of the rig's README, each by its own exit status and verdict.
    @Test func documentsInTheReader() throws {
        let documents: [(String, status: Int32, verdict: String)] = [
            ("bac", 0, "genuine"), ("pace", 0, "genuine"), ("pace-cam", 0, "genuine"), ("pace-dh", 0, "genuine"),
            ("pace-im", 0, "genuine"), ("id-td1", 0, "genuine"), ("aa-cut", 0, "genuine"), ("open", 0, "genuine"),
            ("forged-name", 1, "refused"), ("forged-issuer", 1, "refused"), ("clone-ca", 1, "refused"),
            ("expired-signer", 1, "refused"),
        ]
        for (profile, status, verdict) in documents {
            try VirtualReader.with { reader in
                let card = try reader.lay(profile)
                let run = try chip(
                    reader, ["--mrz", card.mrz.joined(separator: ","), "--format", "json", "-q"] + trust(card.folder))
                #expect(run.status == status, "\(profile): \(run.errors)\(run.output)")
                let result = try #require(try run.results().first)
                #expect(result["status"] as? String == verdict, "\(profile)")
                #expect(run.errors.isEmpty)
                let document = try #require(result["document"] as? [String: Any])
                let assurance = try #require(document["assurance"] as? [String: String])
                #expect((Set(assurance.values) == ["chip"]) == (verdict == "genuine"), "\(profile)")
            }
        }
    }

    /// The older of two ways, where the user says so.
    @Test(arguments: [([], "PACE ECDH-GM-AES-128"), (["--skip-pace"], "BAC")] as [([String], String)])
    func theWayIn(_ options: [String], _ access: String) throws {
        try VirtualReader.with { reader in
            let card = try reader.lay("pace")
            let run = try chip(
                reader, ["--mrz", card.mrz.joined(separator: ","), "--format", "json"] + options + trust(card.folder))
            #expect(try run.results().first?["access"] as? String == access, "\(run.errors)")
        }
    }

    /// A document that leaves is waited for, and the reading goes on where it was.
    @Test func leavesAndComesBack() throws {
        try VirtualReader.with { reader in
            let card = try reader.lay("leaves", again: 0.5)
            let run = try chip(reader, ["--mrz", card.mrz.joined(separator: ","), "--face"] + trust(card.folder))
            #expect(run.status == 0)
            #expect(run.errors.contains("The document has left the reader: lay it back."))
        }
    }

    @Test func wrongKeysAreTriedOnce() throws {
        try VirtualReader.with { reader in
            let card = try reader.lay("guarded")
            let run = try chip(reader, ["--can", "999999"] + trust(card.folder))
            #expect(run.status == 76 && run.output.isEmpty)
            let other = try chip(
                reader,
                [
                    "--mrz",
                    "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<,L898902C36UTO7408122F1204159ZE184226B<<<<<10",
                ])
            #expect(other.status == 76 && other.errors.contains("does not take the key"))
            #expect(!other.errors.contains("ERIKSSON") && !other.errors.contains("L898902C3"))
        }
    }

    /// Files are this user's alone, the face is there only where it was asked for, and all of it can be proved again.
    @Test func writtenAndProvedAgain() throws {
        try VirtualReader.with { reader in
            let card = try reader.lay("pace")
            let lines = card.mrz.joined(separator: ",")
            for isAsked in [false, true] {
                let out = reader.folder.appending(path: "out-\(isAsked)")
                // Of the document before: nothing of it is to lie beside this one's files.
                try FileManager.default.createDirectory(at: out, withIntermediateDirectories: false)
                let earlier = ["EF.DG2.bin", "EF.DG7.bin", "face.jpg", "signature.jp2"]
                for name in earlier + ["notes.txt"] {
                    try Data("another".utf8).write(to: out.appending(path: name))
                }
                // Without a report they may be anybody's.
                let refused = try chip(reader, ["--mrz", lines, "--out", out.path])
                #expect(refused.status == 64 && refused.errors.contains("nothing is written over"))
                for name in earlier {
                    #expect(try Data(contentsOf: out.appending(path: name)) == Data("another".utf8))
                }
                try Data("{}".utf8).write(to: out.appending(path: "chip.json"))
                let run = try chip(
                    reader, ["--mrz", lines, "--out", out.path] + (isAsked ? ["--face"] : []) + trust(card.folder))
                #expect(run.status == 0)
                let names = try FileManager.default.contentsOfDirectory(atPath: out.path)
                #expect(names.contains("face.jp2") == isAsked && names.contains("EF.DG2.bin") == isAsked)
                #expect(names.contains("EF.SOD.bin") && names.contains("chip.json") && names.contains("notes.txt"))
                #expect(!names.contains("face.jpg") && !names.contains("signature.jp2"))
                #expect(try Data(contentsOf: out.appending(path: "EF.SOD.bin")) != Data("another".utf8))
                for name in names where name != "notes.txt" {
                    let attributes = try FileManager.default.attributesOfItem(atPath: out.appending(path: name).path)
                    #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
                }
                let verified = try BuiltProgram.run(
                    ["chip", "verify", out.path, "--mrz", lines] + trust(card.folder))
                #expect(verified.status == 0)
                let facts = try #require(try verified.results().first?["facts"] as? [String: [String: Any]])
                #expect(facts["opticalLines"]?["outcome"] as? String == "proved")
                #expect(facts["chipAuthentication"]?["outcome"] as? String == "notChecked")
                // One byte of what the chip had said.
                let file = out.appending(path: "EF.DG11.bin")
                var bytes = try Data(contentsOf: file)
                bytes[bytes.count - 1] ^= 1
                try bytes.write(to: file)
                #expect(try BuiltProgram.run(["chip", "verify", out.path] + trust(card.folder)).status == 1)
            }
        }
    }

    /// The whole way: the zone before the camera opens the chip, and what is printed is what the chip says.
    @Test func fromThePictureToTheChip() throws {
        try VirtualReader.with { reader in
            let card = try reader.lay("pace", Self.holder)
            let picture = BuiltProgram.sample(Self.picture)
            let scan = try BuiltProgram.run([picture, "--format", "jsonl"])
            let lines = try #require(try scan.results().first?["lines"] as? [String])
            try #require(lines == card.mrz, "the rig's holder is the sample's")
            let run = try chip(reader, ["--images", picture, "--format", "json"] + trust(card.folder))
            #expect(run.status == 0, "\(run.errors)")
            let result = try #require(try run.results().first)
            #expect((result["differences"] as? [Any])?.isEmpty == true)
            let results = reader.folder.appending(path: "results.jsonl")
            try Data(scan.output.utf8).write(to: results)
            #expect(try chip(reader, ["--from", results.path] + trust(card.folder)).status == 0)
        }
    }

    /// The whole way with a camera: a film before it, the MRZ, the chip in the reader, the comparison, and what a page
    /// is told. Contract 003, nfcResult.
    @Test(.enabled(if: TestCamera.isAvailable, "\(TestCamera.absence)"))
    func fromTheCameraToThePage() throws {
        try VirtualReader.with { reader in
            let card = try reader.lay("pace", Self.holder)
            try TestCamera.showing(
                [URL(filePath: BuiltProgram.sample(Self.picture))], ["--size", "1280x720", "--format", "YUYV"]
            ) { camera in
                let run = try chip(
                    reader, ["--device", camera.path, "--format", "json", "--face"] + trust(card.folder))
                let result = try #require(try run.results().first)
                #expect(run.status == 0 && result["status"] as? String == "genuine", "\(run.errors)")
                #expect((result["differences"] as? [Any])?.isEmpty == true)
                let facts = try #require(result["facts"] as? [String: [String: Any]])
                #expect(facts["opticalLines"]?["outcome"] as? String == "proved")

                let calls = [
                    #"{"method":"initialize","params":{"clientKey":"k"}}"#,
                    #"{"method":"startDynamicJourney","params":{"journeyDefinitionId":"d","locale":"en"}}"#,
                    #"{"method":"startStep","params":{"stepId":"2"}}"#,
                ]
                let page = try BuiltProgram.run(
                    [
                        "bridge", "--dialect", "idwise", "--device", camera.path, "--today", "2025-07-01", "-q",
                        "--csca",
                        card.folder.appending(path: "csca.der").path,
                    ], input: Data(calls.joined(separator: "\n").utf8), environment: reader.environment)
                let events = try page.results()
                let states = events.filter { $0["event"] as? String == "onStepProgress" }
                    .compactMap { ($0["data"] as? [String: Any])?["stateIndex"] as? Int }
                #expect(states.suffix(8) == [0, 1, 2, 3, 4, 5, 6, 7] && states.dropLast(8).last == 3)
                let told = try #require(
                    events.last { $0["event"] as? String == "onStepResult" }?["data"] as? [String: Any])
                let step = try #require((told["result"] as? [String: Any])?["nfcResult"] as? [String: Any])
                let face = try #require(step["facePhoto"] as? [String: String])
                #expect(face["mimeType"] == "image/jp2" && Data(base64Encoded: face["data"] ?? "")?.isEmpty == false)
                #expect((step["proof"] as? [String: Any])?["status"] as? String == "genuine")
                let fields = try #require(step["extractedFields"] as? [String: [String: String]])
                #expect(fields["Document Number"]?["value"] == "323438268")
            }
        }
    }

    /// A page reads the chip: progress 0 to 7, and the contract's result.
    @Test func pagesReadChips() throws {
        try VirtualReader.with { reader in
            let card = try reader.lay("pace")
            let request = #"""
                {"type":"request","version":1,"id":"a","domain":"nfc","method":"isSupported","params":{}}
                {"type":"request","version":1,"id":"b","domain":"nfc","method":"scan","params":{"passportNumber":\#
                "L898902C3","dateOfBirth":"740812","dateOfExpiry":"300415"}}
                """#
            let run = try BuiltProgram.run(
                ["bridge", "--csca", card.folder.appending(path: "csca.der").path, "--today", "2025-07-01", "-q"],
                input: Data(request.utf8),
                environment: reader.environment)
            let messages = try run.results()
            let progress = messages.filter { $0["event"] as? String == "scanProgress" }
            let states = progress.compactMap { ($0["data"] as? [String: Any])?["stateIndex"] as? Int }
            #expect(states == Array(0...7))
            #expect(messages.contains { $0["event"] as? String == "tagDiscovered" })
            let answers = messages.filter { $0["type"] as? String == "response" }
            #expect(answers.first { $0["requestId"] as? String == "a" }?["data"] as? Bool == true)
            let data = try #require(answers.first { $0["requestId"] as? String == "b" }?["data"] as? [String: Any])
            let passport = try #require(data["passportData"] as? [String: Any])
            #expect(passport["mrz"] as? String == card.mrz.joined())
            #expect((passport["dsc"] as? String)?.hasPrefix("-----BEGIN CERTIFICATE-----\n") == true)
            #expect((passport["dg1Hash"] as? [Int])?.count == 32)
            #expect((passport["signedAttr"] as? [Int])?.first == 0x31)
            #expect(passport["documentType"] as? String == "passport" && passport["mock"] as? Bool == false)
            #expect((data["proof"] as? [String: Any])?["status"] as? String == "genuine")
        }
    }

    /// A reading that a page has stopped lets the document go, though a command was on its way: another page gets it.
    @Test func whatWasStoppedLetsTheDocumentGo() throws {
        try VirtualReader.with { reader in
            _ = try reader.lay("bac", ["latency_ms=400"])
            let bridge = BuiltProgram.make(["bridge", "-q"], environment: reader.environment)
            let (input, output) = (Pipe(), Pipe())
            bridge.standardInput = input
            bridge.standardOutput = output
            try bridge.run()
            defer { bridge.terminate() }
            let lines = LinesFromPipe(output)
            func ask(_ id: String, _ method: String, _ parameters: String = "{}") throws {
                let text =
                    #"{"type":"request","version":1,"id":"\#(id)","domain":"nfc","method":"\#(method)","params":"#
                try input.fileHandleForWriting.write(contentsOf: Data("\(text)\(parameters)}\n".utf8))
            }
            let key = #"{"passportNumber":"L898902C3","dateOfBirth":"740812","dateOfExpiry":"300415"}"#
            try ask("a", "scan", key)
            try lines.wait { $0.contains(#""stateIndex":2"#) }
            try ask("b", "cancelScan")
            // The next reading waits for the command, and not the page.
            try ask("c", "scan", key)
            try lines.wait { $0.contains(#""requestId":"a""#) && $0.contains("NFC_SCAN_FAILED") }
            let answer = try lines.wait { line in
                line.contains(#""requestId":"c""#)
                    && (line.contains("NFC_SCAN_FAILED") || line.contains("tagDiscovered"))
            }
            #expect(answer.contains("tagDiscovered"), "\(answer)")
        }
    }

    /// A service that hangs holds no page up: there is no reader as long as nobody says so.
    @Test func aServiceThatHangs() throws {
        try VirtualReader.with { reader in
            try reader.hang()
            let requests = ["a", "b"].map {
                #"{"type":"request","version":1,"id":"\#($0)","domain":"nfc","method":"isSupported","params":{}}"#
            }
            let run = try BuiltProgram.run(
                ["bridge", "-q"], input: Data(requests.joined(separator: "\n").utf8), environment: reader.environment)
            let answers = try run.results().filter { $0["type"] as? String == "response" }
            #expect(answers.compactMap { $0["data"] as? Bool } == [false, false])
        }
    }
}

/// `mrz-scan chip` and `mrz-scan readers` on a machine without `pcscd`, such as this one becomes when it is looked for
/// elsewhere.
@Suite struct ChipWithoutServiceTests {
    private let nowhere = ["PCSCLITE_CSOCK_NAME": "/nonexistent"]

    /// The program starts, and says what is missing.
    @Test func readers() throws {
        let run = try BuiltProgram.run(["readers"], environment: nowhere)
        #expect(run.status == 69 && run.errors.contains("no service for readers"))
    }

    /// The MRZ is read before any chip is reached: also from results as Windows' editors and shells keep them.
    @Test(arguments: ["", "\u{FEFF}"], ["\n", "\r\n"])
    func theResultsAreRead(_ mark: String, _ end: String) throws {
        try BuiltProgram.withFolder { folder in
            let lines = ParseCommandTests.passport.split(separator: "\n").map { "\"\($0)\"" }.joined(separator: ",")
            let file = folder.appending(path: "results.jsonl")
            let result = #"{"schema":1,"status":"verified","lines":[\#(lines)]}"# + end
            try Data((mark + result + result).utf8).write(to: file)
            let run = try BuiltProgram.run(["chip", "--from", file.path], environment: nowhere)
            #expect(run.status == 69 && run.errors.contains("no service for readers"), "\(run.errors)")
        }
    }

    /// Lines that do not come are waited for, but not against a signal.
    @Test(arguments: [["chip"], ["chip", "verify", "."]])
    func aSignalEndsTheWaitForTheLines(_ command: [String]) throws {
        let process = BuiltProgram.make(command + ["--mrz", "-"], environment: nowhere)
        let input = Pipe()
        process.standardInput = input
        try process.run()
        // It waits for more once the pipe is empty again.
        input.fileHandleForWriting.write(Data(" ".utf8))
        var waiting: Int32 = 1
        while waiting > 0, process.isRunning {
            try #require(ioctl(input.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &waiting) == 0)
        }
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
        try input.fileHandleForWriting.close()
    }

    /// What only a chip on a reader has a use for is refused where there is none.
    @Test(
        arguments: [
            ["--can", "123456"], ["--reader", "x"], ["--out", "x"], ["--face"], ["--skip-pace"], ["--timeout", "1"],
        ])
    func verifyingTakesNoOptionsOfReading(_ options: [String]) throws {
        try BuiltProgram.expectRefusal(
            ["chip", "verify", "."] + options, "\(options[0]) is for a chip on a reader: verify reads its files.")
    }

    /// What a page's host is given must hold an authority too: without one nothing would ever be genuine.
    @Test func aListWithoutAnAuthority() throws {
        let desk = try ChipRig()
        let card = try desk.load("bac")
        try BuiltProgram.withFolder { folder in
            let list = folder.appending(path: "crl.der")
            try Data(Hex.bytes(card.crl)).write(to: list)
            for command in [["bridge"], ["chip", "--can", "123456"]] {
                let run = try BuiltProgram.run(command + ["--csca", list.path], environment: nowhere)
                #expect(run.status == 66 && run.errors.contains("--csca holds no authority."), "\(run.errors)")
            }
            // A folder: what cannot be read in it, or is no certificate, is named and left out.
            try Data(Hex.bytes(card.csca)).write(to: folder.appending(path: "csca.der"))
            try Data().write(to: folder.appending(path: "empty.der"))
            #expect(mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
            try Data("notes".utf8).write(to: folder.appending(path: "notes.txt"))
            let run = try BuiltProgram.run(
                ["chip", "--can", "123456", "--csca", folder.path], environment: nowhere)
            #expect(run.status == 69, "\(run.errors)")
            for name in ["empty.der", "pipe", "notes.txt"] { #expect(run.errors.contains("\(name) ")) }
        }
    }

    /// A master list that was altered is called one, and not something else.
    @Test func anAlteredMasterList() throws {
        let desk = try ChipRig()
        var list = Hex.bytes(try desk.load("bac").masterList)
        list[list.count - 1] ^= 1
        try BuiltProgram.withFolder { folder in
            let file = folder.appending(path: "list.ml")
            try Data(list).write(to: file)
            let run = try BuiltProgram.run(
                ["chip", "--can", "123456", "--csca", file.path], environment: nowhere)
            #expect(run.status == 66 && run.errors.contains("is a master list whose signature"), "\(run.errors)")
        }
    }

    /// Of a folder that is proved again only the files of a chip are opened.
    @Test func onlyTheFilesOfAChipAreProvedAgain() throws {
        let desk = try ChipRig()
        _ = try desk.load("bac")
        try BuiltProgram.withFolder { folder in
            #expect(mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
            try Data().write(to: folder.appending(path: "empty"))
            let none = try BuiltProgram.run(["chip", "verify", folder.path])
            #expect(none.status == 66 && none.errors.contains("holds no file of a chip"))
            for (name, file) in [("EF.DG1", 0x0101), ("EF.SOD", 0x011D)] {
                try Data(try desk.file(file)).write(to: folder.appending(path: "\(name).bin"))
            }
            let run = try BuiltProgram.run(["chip", "verify", folder.path])
            #expect(run.status == 1 && !run.errors.contains("pipe"), "\(run.errors)")
            #expect(try run.results().first?["status"] as? String == "unproved")
        }
    }

    @Test func theUsageComesFirst() throws {
        let run = try BuiltProgram.run(["chip"], environment: nowhere)
        #expect(
            run.status == 64
                && run.errors.contains("A chip takes a key: give --mrz, --from, --device, --images or --can."))
    }
}
