import Foundation
import GRDB
import Glibc
import ResultStore
import Testing

/// `mrz-scan report` and `export`, and the files that they and `batch` write.
@Suite struct ReportCommandTests {
    /// A store of a passport, two pictures that are not verified, two inputs that could not be read, and what is given.
    private func withStore(and more: [String] = [], _ body: (_ folder: URL, _ store: String) throws -> Void) throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/results.sqlite"
            let inputs = ["td3/096-scan-rgb.jpg", "td1/103-scan-rgb.jpg", "negatives/207-white.jpg"] + more
            try Data("no picture".utf8).write(to: folder.appending(path: "x.png"))
            let run = try BuiltProgram.run(
                ["batch", "--quiet", "--out", store] + inputs.map { BuiltProgram.sample($0) }
                    + [folder.path + "/x.png", "/no/such/file"])
            #expect(run.status == 66 && run.errors == "")
            try body(folder, store)
        }
    }

    @Test func text() throws {
        try withStore { _, store in
            let run = try BuiltProgram.run(["report", store])
            #expect(run.status == 0 && run.errors == "")
            #expect(run.output.contains("\nNot verified\n  unverified  ") && run.output.contains("103-scan-rgb.jpg\""))
            #expect(run.output.contains("checkDigit composite") && run.output.contains("no MRZ"))
            #expect(run.output.contains("\nCould not be read\n"))
            let short = try BuiltProgram.run(["report", store, "--unverified", "1", "--failures", "0"]).output
            #expect(short.contains("\nNot verified (1 of 2)\n") && !short.contains("Could not be read"))
        }
    }

    /// SQLite makes a log and a lock beside a store to read it: they are gone afterwards.
    @Test func nothingIsLeftBesideTheStore() throws {
        try withStore { folder, store in
            let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            for command in ["report", "export"] {
                #expect(try BuiltProgram.run([command, store]).status == 0)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
            }
        }
    }

    @Test func json() throws {
        try withStore { folder, store in
            let file = folder.path + "/report.json"
            #expect(try BuiltProgram.run(["report", store, "--out", file]).status == 0)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file))) as? [String: Any])
            #expect(object["inputs"] as? Int == 5 && object["files"] as? Int == 4)
            #expect(
                object["results"] as? [String: Int] == ["verified": 1, "unverified": 1, "not_found": 1, "error": 2])
            let listed = try #require(object["notVerified"] as? [[String: Any]])
            #expect(listed.map { $0["status"] as? String } == ["unverified", "not_found"])
            // What the document says is not in a report.
            #expect(listed.allSatisfy { $0["lines"] == nil && $0["fields"] == nil })
            let failed = try #require(object["notRead"] as? [[String: String]])
            #expect(failed.map { $0["code"] } == ["not_an_image", "not_found"])
        }
    }

    @Test func html() throws {
        try withStore { folder, store in
            let page = try BuiltProgram.run(["report", store, "--format", "html"]).output
            #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
            #expect(page.contains("103-scan-rgb.jpg&quot;") && page.contains("checkDigit composite"))
            #expect(!page.contains("<script"))
        }
    }

    /// The slowest pages and the readings of the lowest confidence, the worst first.
    @Test func theWorst() throws {
        // Of the others every character is supported.
        try withStore(and: ["td3/065-glare-4.jpg", "td3/073-pattern-4.jpg"]) { _, store in
            let text = try BuiltProgram.run(["report", store]).output
            #expect(text.contains("\nSlowest pages\n") && text.contains("\nLowest confidence\n"))
            let json = try BuiltProgram.run(["report", store, "--format", "json", "--worst", "2"]).output
            let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
            func list(_ key: String, _ value: ([String: Any]) -> Double?) throws -> [Double] {
                let results = try #require(object[key] as? [[String: Any]])
                #expect(results.allSatisfy { $0["lines"] == nil && $0["fields"] == nil && $0["source"] is String })
                return results.compactMap(value)
            }
            let slowest = try list("slowest") { ($0["timing"] as? [String: Double])?["totalMs"] }
            #expect(slowest.count == 2 && slowest == slowest.sorted(by: >))
            let confidence = try list("lowestConfidence") { $0["confidence"] as? Double }
            #expect(confidence.count == 2 && confidence == confidence.sorted() && confidence.allSatisfy { $0 < 1 })
            let page = try BuiltProgram.run(["report", store, "--format", "html"]).output
            #expect(page.contains("<h2>Slowest pages</h2>") && page.contains("<h2>Lowest confidence</h2>"))
            let none = try BuiltProgram.run(["report", store, "--worst", "0"]).output
            #expect(!none.contains("Slowest pages"))
        }
    }

    /// Zones are shown where somebody asks for them, of what is not verified, and found from any folder.
    @Test func pictures() throws {
        try BuiltProgram.withFolder { folder in
            let sample = "td1/103-scan-rgb.jpg"
            let scans = folder.appending(path: "scans")
            try FileManager.default.createDirectory(at: scans, withIntermediateDirectories: true)
            for (name, source) in [("card.jpg", sample), ("passport.jpg", "td3/096-scan-rgb.jpg")] {
                try FileManager.default.copyItem(
                    atPath: BuiltProgram.sample(source), toPath: scans.appending(path: name).path)
            }
            let store = folder.path + "/results.sqlite"
            let batch = BuiltProgram.make(["batch", "--quiet", "--out", store, "scans"])
            batch.currentDirectoryURL = folder
            try batch.run()
            batch.waitUntilExit()
            #expect(batch.terminationStatus == 1)
            let lines = { (page: String) in
                page.matches(of: /<img alt="line [1-3]" src="data:image\/jpeg;base64,/).count
            }
            let html = ["report", store, "--format", "html"]
            #expect(lines(try BuiltProgram.run(html).output) == 0)
            let page = try BuiltProgram.run(html + ["--pictures"])
            #expect(page.status == 0 && page.errors == "" && lines(page.output) == 3)
            #expect(!page.output.contains("<script"))
            // One that is gone is said to be so.
            try FileManager.default.removeItem(at: scans.appending(path: "card.jpg"))
            let gone = try BuiltProgram.run(html + ["--pictures"])
            #expect(gone.status == 0 && lines(gone.output) == 0 && gone.output.contains("The file is no longer there."))
            // Another one by its name is not shown.
            try FileManager.default.copyItem(
                at: scans.appending(path: "passport.jpg"), to: scans.appending(path: "card.jpg"))
            let changed = try BuiltProgram.run(html + ["--pictures"]).output
            #expect(lines(changed) == 0 && changed.contains("The file is not the one that was read."))
        }
    }

    /// There are none in a text, and none of a store that keeps nothing of what documents say.
    @Test func noPictures() throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/results.sqlite"
            _ = try BuiltProgram.run(
                ["batch", "--redact", "--quiet", "--out", store, BuiltProgram.sample("td1/103-scan-rgb.jpg")])
            let text = try BuiltProgram.run(["report", store, "--pictures"])
            #expect(text.status == 64 && text.errors.contains("Only a page has --pictures"))
            let page = try BuiltProgram.run(["report", store, "--pictures", "--format", "html"])
            #expect(page.status == 64 && page.errors.contains("it keeps nothing to show"))
        }
    }

    /// A store of version 3 knows no folder: its pictures are found from where the batch was started, as they were.
    @Test func aStoreWithoutFolders() throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/results.sqlite"
            let statements = BuiltProgram.repository.appending(path: "Tests/Stores/version3.sql")
            let queue = try DatabaseQueue(path: store)
            try queue.writeWithoutTransaction {
                try $0.execute(sql: try String(contentsOf: statements, encoding: .utf8))
            }
            try queue.close()
            for (place, count) in [(folder, 0), (BuiltProgram.repository.appending(path: "Samples"), 3)] {
                let file = folder.path + "/\(count).html"
                let report = BuiltProgram.make(["report", store, "--pictures", "--out", file])
                report.currentDirectoryURL = place
                try report.run()
                report.waitUntilExit()
                #expect(report.terminationStatus == 0)
                let page = try String(contentsOfFile: file, encoding: .utf8)
                #expect(page.matches(of: /<img alt=/).count == count)
            }
        }
    }

    /// A name may hold what a browser takes for a tag.
    @Test func aNameWithATag() throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/results.sqlite"
            _ = try BuiltProgram.run(["batch", "--quiet", "--out", store, "/no/<b>such</b>"])
            let page = try BuiltProgram.run(["report", store, "--format", "html"]).output
            #expect(page.contains("&lt;b&gt;such") && !page.contains("<b>such"))
        }
    }

    /// The file and the cause, in whatever a store is wanted for.
    @Test(arguments: [["report"], ["export"], ["batch", "--check"]])
    func aStoreThatIsNotThere(_ command: [String]) throws {
        let run = try BuiltProgram.run(command + ["/no/such.sqlite"])
        #expect(run.status == 66)
        #expect(
            run.errors == "mrz-scan: error: The store /no/such.sqlite could not be opened: No such file or directory.\n"
        )
        #expect(try BuiltProgram.run(command + ["/tmp"]).errors.contains("/tmp could not be opened: Is a directory."))
    }

    @Test(arguments: [["report"], ["export"], ["batch", "--check"], ["batch", "x", "--resume", "--out"]])
    func aFileThatIsNoStore(_ command: [String]) throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.path + "/text"
            try Data("This is no store of results, but a text that is long enough to be one.".utf8)
                .write(to: URL(filePath: file))
            let run = try BuiltProgram.run(command + [file])
            #expect(run.status == 66)
            #expect(run.errors.contains("\(file): The file is no store of results, or is damaged."), "\(run.errors)")
            // A batch takes one without bytes for a store that was only begun.
            guard !command.contains("--resume") else { return }
            try Data().write(to: URL(filePath: file))
            let empty = try BuiltProgram.run(command + [file])
            #expect(
                empty.status == 66 && empty.errors.contains("\(file): The file is empty, and so no store of results."),
                "\(empty.errors)")
        }
    }

    /// A pipe with a name that nobody writes to is not waited for.
    @Test(arguments: [
        ["report"], ["export"], ["batch", "--check"], ["batch", "x", "--resume", "--out"], ["x", "--model"],
    ])
    func aPipeInsteadOfAFile(_ command: [String]) throws {
        try BuiltProgram.withFolder { folder in
            let pipe = folder.path + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let run = try BuiltProgram.run(command + [pipe])
            #expect([66, 78].contains(run.status) && run.errors.contains("is no file"), "\(run.errors)")
        }
    }

    /// The end of its name says what is in a file.
    @Test func theNameOfAFileDecides() throws {
        try withStore { folder, store in
            for (name, start) in [("y.csv", "source,page,"), ("y.jsonl", "{\"schema\":"), ("y", "{\"schema\":")] {
                let file = folder.path + "/" + name
                let run = try BuiltProgram.run(["export", store, "--out", file])
                let text = try String(contentsOfFile: file, encoding: .utf8)
                #expect(run.status == 0 && text.hasPrefix(start), "\(name)")
            }
            let file = folder.path + "/z.csv"
            let run = try BuiltProgram.run(["export", store, "--out", file, "--format", "jsonl"])
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(run.status == 0 && text.hasPrefix("{"))
        }
    }

    /// One status for one thing: there is something already where a file is to be made.
    @Test func aFileThatIsThere() throws {
        try withStore { folder, store in
            let file = folder.path + "/y"
            try Data("mine".utf8).write(to: URL(filePath: file))
            let commands = [
                ["export", store, "--out", file], ["report", store, "--out", file], ["batch", "/no", "--out", file],
                ["batch", "/no", "--out", store],
            ]
            for command in commands {
                let run = try BuiltProgram.run(command)
                #expect(run.status == 64 && run.errors.contains("There is something at \(command.last ?? "") already"))
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
            let nowhere = try BuiltProgram.run(["export", store, "--out", "/no/such/folder/y.csv"])
            #expect(nowhere.status == 70)
            #expect(nowhere.errors.contains("/no/such/folder/y.csv could not be written: No such file or directory."))
        }
    }

    /// A row that was changed: it is named, the others are exported, and a run that is resumed reads its input again.
    @Test func aStoreThatIsDamaged() throws {
        try withStore { folder, store in
            let whole = try BatchCommandTests.comparable(try BuiltProgram.run(["export", store]).output)
            #expect(try BuiltProgram.run(["batch", "--check", store]).output == "The store is as it was written.\n")
            // One letter of one name, as no program that knows the checksum writes it.
            let queue = try DatabaseQueue(path: store)
            try queue.write { database in
                try database.execute(sql: "DROP TRIGGER result_changed")
                let sql =
                    "UPDATE result SET json = replace(json, '\"surname\":\"', '\"surname\":\"X') "
                    + "WHERE status = 'verified'"
                try database.execute(sql: sql)
                let trigger = try #require(try Self.declaration(of: "result_changed"))
                try database.execute(sql: trigger)
            }
            try queue.close()
            let sentence = "096-scan-rgb.jpg, result 1 is not as it was written."
            let check = try BuiltProgram.run(["batch", "--check", store])
            #expect(check.status == 66 && check.output.contains(sentence))
            let export = try BuiltProgram.run(["export", store])
            #expect(export.status == 66 && export.errors.contains(sentence))
            #expect(try BatchCommandTests.comparable(export.output) == Array(whole.dropFirst()))
            let report = try BuiltProgram.run(["report", store])
            #expect(report.status == 66 && report.errors.contains(sentence) && report.output.hasPrefix("Inputs"))
            let inputs = ["td3/096-scan-rgb.jpg", "td1/103-scan-rgb.jpg", "negatives/207-white.jpg"]
            let again = try BuiltProgram.run(
                ["batch", "--resume", "--out", store] + inputs.map { BuiltProgram.sample($0) }
                    + [folder.path + "/x.png", "/no/such/file"])
            #expect(again.status == 66 && again.errors.contains(sentence + " It is left out and read again."))
            #expect(again.errors.contains("known 3"))
            #expect(try BuiltProgram.run(["batch", "--check", store]).status == 0)
            #expect(try BatchCommandTests.comparable(try BuiltProgram.run(["export", store]).output) == whole)
        }
    }

    /// What is no JSON any more, and a time that is none: they are named, and the report has all else.
    @Test(arguments: ["text", "json", "html"]) func aReportOfWhatIsNoJSON(_ format: String) throws {
        try withStore { _, store in
            let queue = try DatabaseQueue(path: store)
            try queue.write { database in
                for (table, change) in [
                    ("result", "json = '{' WHERE status = 'unverified'"), ("run", "started_ms = 1e300"),
                ] {
                    try database.execute(sql: "DROP TRIGGER \(table)_changed; UPDATE \(table) SET \(change)")
                    let trigger = try #require(try Self.declaration(of: table + "_changed"))
                    try database.execute(sql: trigger)
                }
            }
            try queue.close()
            let run = try BuiltProgram.run(["report", store, "--format", format])
            #expect(run.status == 66 && run.errors.contains("103-scan-rgb.jpg, result 1 is not as it was written."))
            #expect(run.errors.contains("Run 1 of the store is not as it was written."), "\(run.errors)")
            let named = ["096-scan-rgb.jpg", "207-white.jpg"].allSatisfy(run.output.contains)
            #expect(named && run.output.contains("not_found"))
        }
    }

    /// A name may hold what a terminal takes for a command, or what turns the direction of writing.
    @Test func aNameThatCommands() throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/results.sqlite"
            let pictures = ["a\u{9B}31m.pgm", "b\u{202E}gpj.pgm"].map { folder.appending(path: $0) }
            for picture in pictures { try BuiltProgram.blank.write(to: picture) }
            _ = try BuiltProgram.run(
                ["batch", "--quiet", "--out", store, "/no/c\u{9B}31m", "/no/d\u{202E}gpj"] + pictures.map(\.path))
            let text = try BuiltProgram.run(["report", store]).output
            for name in ["a\u{FFFD}31m", "b\u{FFFD}gpj", "c\u{FFFD}31m", "d\u{FFFD}gpj"] {
                #expect(text.contains(name), "\(text)")
            }
            #expect(!text.unicodeScalars.contains("\u{9B}") && !text.unicodeScalars.contains("\u{202E}"))
        }
    }

    /// A name that SQLite could take for an address is that of one file.
    @Test func aNameLikeAnAddress() throws {
        try BuiltProgram.withFolder { folder in
            let name = "file:results.sqlite"
            func run(_ arguments: [String]) throws -> Int32 {
                let process = BuiltProgram.make(arguments)
                process.currentDirectoryURL = folder
                process.standardOutput = FileHandle.nullDevice
                try process.run()
                process.waitUntilExit()
                return process.terminationStatus
            }
            let batch = ["batch", "--quiet", "--out", name, BuiltProgram.sample("td3/096-scan-rgb.jpg")]
            #expect(try run(batch) == 0)
            #expect(try run(batch + ["--resume"]) == 0)
            #expect(try run(["export", name]) == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files == [name])
        }
    }

    /// A trigger as a new store has it.
    private static func declaration(of trigger: String) throws -> String? {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/new.sqlite"
            _ = try BuiltProgram.run(["batch", "--quiet", "--out", store, "/no"])
            return try DatabaseQueue(path: store).read {
                try String.fetchOne($0, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [trigger])
            }
        }
    }
}
