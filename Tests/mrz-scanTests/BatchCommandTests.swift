import Foundation
import Reporting
import Testing

@Suite struct BatchCommandTests {
    /// Results without what differs from run to run.
    static func comparable(_ text: String) throws -> [String] {
        try text.split(separator: "\n").map { line in
            var object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            object["timing"] = nil
            return String(
                decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]), as: UTF8.self)
        }
    }

    /// A folder with a passport, three pages, a picture without a zone and one that is none.
    static func fill(_ folder: URL) throws {
        for (name, sample) in [("10.jpg", "td3/096-scan-rgb.jpg"), ("9.tiff", "formats/175-three-pages.tiff")] {
            try FileManager.default.copyItem(
                atPath: BuiltProgram.sample(sample), toPath: folder.appending(path: name).path)
        }
        try BuiltProgram.blank.write(to: folder.appending(path: "1.pgm"))
        try Data("no picture".utf8).write(to: folder.appending(path: "2.png"))
    }

    /// As without batch, whatever the isolation and wherever the results go.
    @Test func resultsAreThoseOfScan() throws {
        try BuiltProgram.withFolder { folder in
            let pictures = folder.appending(path: "in")
            try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
            try Self.fill(pictures)
            let inputs = [pictures.path, "/no/such/file"]
            let scan = try BuiltProgram.run(["scan", "--quiet"] + inputs)
            let expected = try Self.comparable(scan.output)
            #expect(expected.count >= 7 && scan.status == 66)
            for isolation in ["none", "process"] {
                let lines = try BuiltProgram.run(
                    ["batch", "--quiet", "--isolation", isolation, "--workers", "3"] + inputs)
                #expect(try Self.comparable(lines.output) == expected)
                #expect(lines.status == 66 && lines.errors == "")
            }
            let store = folder.appending(path: "results.sqlite").path
            let stored = try BuiltProgram.run(["batch", "--quiet", "--out", store] + inputs)
            #expect(stored.status == 66 && stored.output == "" && stored.errors == "")
            let jsonl = try BuiltProgram.run(["export", store])
            #expect(try jsonl.status == 0 && Self.comparable(jsonl.output) == expected)
            let csv = try BuiltProgram.run(["export", store, "--format", "csv"]).output
            let rows = csv.components(separatedBy: "\r\n")
            #expect(
                rows.count == expected.count + 2 && rows[0].hasPrefix("source,page,textLine,index,status,format,lines"))
            #expect(rows[1].hasPrefix("\(pictures.path)/1.pgm,1,,0,not_found,,"))
            let report = try BuiltProgram.run(["report", store])
            #expect(report.status == 0 && report.output.contains("not_an_image"))
            #expect(report.output.contains(#""/no/such/file""#))
        }
    }

    @Test func resuming() throws {
        try BuiltProgram.withFolder { folder in
            let pictures = folder.appending(path: "in")
            try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
            try BuiltProgram.blank.write(to: pictures.appending(path: "1.pgm"))
            try BuiltProgram.blank.write(to: pictures.appending(path: "3.pgm"))
            let store = folder.appending(path: "results.sqlite").path
            let command = ["batch", "--out", store, pictures.path]
            let first = try BuiltProgram.run(command)
            #expect(first.status == 1 && first.errors.contains("not_found 1, duplicates 1"))
            let refused = try BuiltProgram.run(command)
            #expect(refused.status == 64 && refused.errors.contains("--resume"))
            let other = try BuiltProgram.run(command + ["--resume", "--redact"])
            #expect(other.status == 64 && other.errors.contains("--redact"))
            // One moves, one changes, one comes between them.
            try FileManager.default.moveItem(
                at: pictures.appending(path: "1.pgm"), to: pictures.appending(path: "0.pgm"))
            try Data("no picture".utf8).write(to: pictures.appending(path: "3.pgm"))
            try FileManager.default.copyItem(
                atPath: BuiltProgram.sample("td3/096-scan-rgb.jpg"), toPath: pictures.appending(path: "2.jpg").path)
            let second = try BuiltProgram.run(command + ["--resume"])
            #expect(second.status == 66 && second.errors.contains("verified 1, error 1, duplicates 1"))
            let third = try BuiltProgram.run(command + ["--resume"])
            #expect(third.errors.contains("known 3"))
            let results = try BuiltProgram.run(["export", store]).results()
            // The path that is gone stays on record, where it was.
            #expect(
                results.map { ($0["source"] as? String ?? "").split(separator: "/").last } == [
                    "1.pgm", "0.pgm", "2.jpg", "3.pgm",
                ])
            #expect(
                results.map { $0["status"] as? String } == ["not_found", "not_found", "verified", "error"])
        }
    }

    /// Not one word of the document in any file of the store, nor in lines.
    @Test func redacted() throws {
        try BuiltProgram.withFolder { folder in
            let picture = BuiltProgram.sample("td3/096-scan-rgb.jpg")
            let store = folder.appending(path: "results.sqlite").path
            // A reader keeps the log from being folded into the store and removed.
            let process = BuiltProgram.make(["batch", "--quiet", "--redact", "--watch", "--out", store, folder.path])
            process.standardError = FileHandle.nullDevice
            try process.run()
            try FileManager.default.copyItem(atPath: picture, toPath: folder.appending(path: "p.jpg").path)
            while try BuiltProgram.run(["export", store]).results().isEmpty {
                try #require(process.isRunning)
                usleep(20_000)
            }
            let label = try #require(try Labels.of("td3/096-scan-rgb.jpg"))
            let printed = try #require(label["lines"] as? [String])
            var secrets: [String] = ["710821", "231228"]
            for line in printed { secrets += line.split(separator: "<").map(String.init).filter { $0.count >= 4 } }
            #expect(secrets.count >= 5)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.contains("sqlite") {
                let bytes = try Data(contentsOf: folder.appending(path: name))
                for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)") }
            }
            process.interrupt()
            process.waitUntilExit()
            #expect(process.terminationStatus == 130)
            let lines = try BuiltProgram.run(["batch", "--quiet", "--redact", "--isolation", "none", picture])
            #expect(lines.output.contains(#""status":"verified","format":"TD3","checks":{"#))
            for secret in secrets { #expect(!lines.output.contains(secret)) }
        }
    }

    /// What is there, what is written and what is moved in, until Ctrl-C.
    @Test func watching() throws {
        try BuiltProgram.withFolder { folder in
            try BuiltProgram.blank.write(to: folder.appending(path: "a.pgm"))
            let process = BuiltProgram.make(["batch", "--watch", folder.path])
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            let lines = LinesFromPipe(output)
            func nextSource() throws -> String {
                let object = try JSONSerialization.jsonObject(with: Data(try lines.next().utf8)) as? [String: Any]
                return (object?["source"] as? String)?.split(separator: "/").last.map(String.init) ?? ""
            }
            #expect(try nextSource() == "a.pgm")
            try BuiltProgram.blank.write(to: folder.appending(path: "b.pgm"))
            #expect(try nextSource() == "b.pgm")
            let inner = folder.appending(path: "in")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
            try BuiltProgram.blank.write(to: inner.appending(path: "part.tmp"))
            try FileManager.default.moveItem(at: inner.appending(path: "part.tmp"), to: inner.appending(path: "c.pgm"))
            #expect(try nextSource() == "c.pgm")
            process.interrupt()
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 130)
            try errors.fileHandleForWriting.close()
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(said.contains("Stopped"))
        }
    }

    /// Pictures are read elsewhere: afterwards this process holds not even one of them.
    @Test func memoryGoesBack() throws {
        try BuiltProgram.withFolder { folder in
            // One worker: it has let go of a picture when it answers for the next.
            let process = BuiltProgram.make(["batch", "--quiet", "--watch", "--workers", "1", folder.path])
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            defer {
                process.interrupt()
                process.waitUntilExit()
            }
            /// Bytes in memory when there are so many results more.
            func held(after results: Int) throws -> Int {
                var missing = results
                while missing > 0 {
                    let some = output.fileHandleForReading.availableData
                    try #require(!some.isEmpty)
                    missing -= some.count { $0 == UInt8(ascii: "\n") }
                }
                let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
                let resident = try #require(status.firstMatch(of: /VmRSS:\s*([0-9]+) kB/))
                return try #require(Int(resident.1)) << 10
            }
            try BuiltProgram.blank.write(to: folder.appending(path: "first.pgm"))
            let before = try held(after: 1)
            let side = 4000
            let large = Data("P5\n\(side) \(side)\n255\n".utf8) + Data(repeating: 200, count: side * side)
            for number in 1...4 { try large.write(to: folder.appending(path: "large-\(number).pgm")) }
            _ = try held(after: 4)
            try BuiltProgram.blank.write(to: folder.appending(path: "last.pgm"))
            #expect(try held(after: 1) < before + side * side)
        }
    }

    @Test(
        arguments: [
            ([], "Missing expected argument '<paths> ...' or '--files-from <file>'."),
            (["x", "--workers", "0"], "--workers must be between 1 and 1024."),
            (["x", "--resume"], "Only a store can be resumed: one that --out names and --format sqlite writes."),
            (["x", "--format", "sqlite"], "--format sqlite needs --out."),
            (["x", "--page-seconds", "0"], "--page-seconds must be between 1 and 86400."),
            (["x", "--isolation", "none", "--page-seconds", "1"], "--isolation none has none."),
            (["x", "--isolation", "none", "--worker-memory", "512"], "--isolation none has none."),
            (["x", "--redact", "--access-keys"], "--redact leaves out what --access-keys adds: give one of them."),
            (["--check", "x", "--watch"], "give no --watch and no --redact."),
            (["--check", "x", "--redact"], "give no --watch and no --redact."),
        ] as [([String], String)])
    func wrongUsage(_ arguments: [String], _ sentence: String) throws {
        try BuiltProgram.expectRefusal(["batch"] + arguments, sentence)
    }

    @Test(
        arguments: [
            (["batch", "/no/such/file", "--quiet"], 66), (["batch", "x", "--model", "/no/such/model"], 78),
            (["batch", "/dev/null", "--watch"], 66), (["export", "/no/such/store"], 66),
            (["report", "/no/such/store"], 66), (["export", "/dev/null"], 66),
        ] as [([String], Int32)])
    func exitStatuses(_ arguments: [String], _ status: Int32) throws {
        #expect(try BuiltProgram.run(arguments).status == status)
    }

    /// Who reads a table finds its columns, also where there is no row.
    @Test func aTableWithoutResults() throws {
        try BuiltProgram.withFolder { folder in
            let header = CSVTable(accessKeys: false).header
            let (store, table) = (folder.path + "/results.sqlite", folder.path + "/results.csv")
            let nothing = ["--quiet", "--files-from", "-"]
            for command in ["scan", "batch"] {
                #expect(try BuiltProgram.run([command, "--format", "csv"] + nothing).output == header)
                #expect(try BuiltProgram.run([command, "--format", "jsonl"] + nothing).output == "")
            }
            for file in [store, table] {
                #expect(try BuiltProgram.run(["batch", "--out", file] + nothing).status == 0)
            }
            let written = try String(contentsOfFile: table, encoding: .utf8)
            #expect(written == header)
            #expect(try BuiltProgram.run(["export", store, "--format", "csv"]).output == header)
            #expect(try BuiltProgram.run(["export", store, "--format", "jsonl"]).output == "")
        }
    }

    /// A worker says what its model lacks, once there is something to read.
    @Test func aModelThatIsNotThere() throws {
        try BuiltProgram.withFolder { folder in
            let picture = folder.appending(path: "a.pgm")
            try BuiltProgram.blank.write(to: picture)
            let run = try BuiltProgram.run(["batch", picture.path, "--model", "/no/such/model"])
            #expect(run.status == 78 && run.errors.contains("/no/such/model"))
        }
    }
}
