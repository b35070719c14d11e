import Foundation
import GRDB
import JSON
import Reporting
import ResultStore
import Testing

/// A store in which something is not as it was written.
@Suite struct StoreDamageTests {
    /// A folder that is gone afterwards.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "damage-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // The system clears the folder of temporary files where this cannot.
        defer { do { try FileManager.default.removeItem(atPath: path) } catch {} }
        try body(path)
    }

    /// A closed store of a few dozen results.
    private func fill(_ path: String) throws {
        let store = try ResultStore.create(
            at: path, options: ["--today": "2026-02-28", "--redact": "false"],
            run: .init(program: "1", inputs: ["folder"]))
        for number in 0..<24 {
            let json = """
                {"schema":1,"source":"","page":1,"index":0,"status":"verified","format":"TD3",
                "lines":["P<UTOERIKSSON<<ANNA<MARIA","L898902C3\(number)"],"fields":{"surname":"ERIKSSON"},"timing":{"totalMs":12.5}}
                """
            let record = try #require(ResultRecord(try JSONValue(parsing: json)))
            let hash = ImageHash(of: Array("\(number)".utf8))
            try store.commit([
                StoredInput(
                    source: "scans/\(number).jpg", position: number, stamp: FileStamp(size: 9, modified: 5),
                    outcome: .read(hash, bytes: 9, [record]))
            ])
        }
        try store.commit([
            StoredInput(
                source: "gone.jpg", position: 24, stamp: nil,
                outcome: .failed(.init(code: "not_found", message: "There is no such file.")))
        ])
    }

    /// Changes a store behind its back.
    private func alter(_ store: String, _ changes: [String]) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: store, configuration: configuration)
        try queue.write { database in
            let triggers = try String.fetchAll(database, sql: "SELECT sql FROM sqlite_master WHERE type = 'trigger'")
            let names = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for name in names { try database.execute(sql: "DROP TRIGGER \(name)") }
            for change in changes { try database.execute(sql: change) }
            for trigger in triggers { try database.execute(sql: trigger) }
        }
        try queue.close()
    }

    private func exported(_ store: String) throws -> (lines: [String], damage: StoreDamage) {
        var lines: [String] = []
        let damage = try ResultStore.reading(store).visit { lines.append($0.json.text) }
        return (lines, damage)
    }

    @Test func aWholeStore() throws {
        try withFolder { folder in
            try fill(folder + "/a.sqlite")
            let (lines, damage) = try exported(folder + "/a.sqlite")
            #expect(lines.count == 25 && damage.isEmpty && damage.hasChecksums)
            #expect(try ResultStore.reading(folder + "/a.sqlite").damage() == damage)
        }
    }

    /// One bit of the file, anywhere: either nothing that is exported differs, or it is said that something does.
    @Test func anyBit() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            let whole = try Data(contentsOf: URL(filePath: store))
            let expected = try exported(store).lines
            var (told, refused) = (0, 0)
            var random: UInt64 = 20_260_228
            for _ in 0..<600 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let bit = Int((random >> 16) % UInt64(whole.count * 8))
                var flipped = whole
                flipped[bit / 8] ^= 1 << UInt8(bit % 8)
                for ending in ["", "-wal", "-shm"] { unlink(store + ending) }
                try flipped.write(to: URL(filePath: store))
                do {
                    let (lines, damage) = try exported(store)
                    if damage.isEmpty {
                        #expect(lines == expected, "byte \(bit / 8), bit \(bit % 8)")
                    } else {
                        told += 1
                        // What is exported all the same is as it was.
                        let isPart = damage.isStructural || lines.allSatisfy(expected.contains)
                        #expect(isPart, "byte \(bit / 8), bit \(bit % 8)")
                    }
                } catch is ResultStoreError {
                    refused += 1
                }
            }
            // Most of the file holds rows: a check that never says anything would pass as well.
            #expect(told > 50 && refused > 0)
        }
    }

    /// Each kind of row by name, and what is lost.
    @Test(arguments: [
        (
            "UPDATE result SET json = replace(json, 'ERIKSSON', 'ERIKSSEN') WHERE image = 3",
            "scans/2.jpg, result 1 is not"
        ),
        ("UPDATE result SET total_ms = 13 WHERE image = 4", "scans/3.jpg, result 1 is not"),
        ("UPDATE input SET size = 10 WHERE id = 5", "The record of the input scans/4.jpg is not"),
        ("UPDATE input SET error_code = 'io' WHERE image IS NULL", "The record of the input gone.jpg is not"),
        ("UPDATE image SET sha256 = zeroblob(32) WHERE id = 6", "The record of the file scans/5.jpg is not"),
        ("DELETE FROM result WHERE image = 7", "Results of scans/6.jpg are lost."),
        ("DELETE FROM image WHERE id = 8", "The file of the input scans/7.jpg is lost."),
        ("UPDATE setting SET value = '2020-01-01' WHERE name = '--today'", "The option --today of the store is not"),
        ("UPDATE run SET first_position = 7", "Run 1 of the store is not"),
        ("DELETE FROM setting", "The options of the store are lost."),
        ("DELETE FROM run", "The runs of the store are lost."),
    ])
    func byName(_ change: String, _ sentence: String) throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            try alter(store, [change])
            let damage = try ResultStore.reading(store).damage()
            #expect(damage.sentences.contains { $0.contains(sentence) }, "\(damage.sentences)")
            #expect(!damage.isStructural)
        }
    }

    /// Values of a stranger's store may be anything: they are left out, and end neither the program nor its report.
    @Test(arguments: [
        "UPDATE run SET started_ms = 1e300", "UPDATE run SET started_ms = 9e999, last_ms = 9e999",
        "UPDATE result SET total_ms = 'x' WHERE image = 3", "UPDATE result SET status = x'FF' WHERE image = 3",
        "UPDATE input SET error_code = 7 WHERE image IS NULL", "UPDATE input SET source = x'FF00FF' WHERE id = 3",
    ])
    func valuesThatAreNone(_ change: String) throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            try alter(store, [change])
            let results = try ResultStore.reading(store)
            let (summary, damage) = (try results.summary(), try results.damage())
            #expect(damage.sentences.count == 1, "\(damage.sentences)")
            #expect(summary.inputs == 25 && summary.runs.map { $0.started == nil } == [change.contains("started_ms")])
            #expect(summary.pages == (change.contains("total_ms") ? 23 : 24))
            let failures = try results.failures(atMost: 9, without: damage)
            #expect(failures.map(\.source) == (change.contains("error_code") ? [] : ["gone.jpg"]))
            let isOfAResult = change.contains("image = 3") || change.contains("id = 3")
            #expect(try results.slowest(atMost: .max, without: damage).count == (isOfAResult ? 23 : 24))
        }
    }

    /// What is no JSON any more is left out of what a report names, and keeps nothing else from it.
    @Test func theReportOfADamagedStore() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            try alter(
                store,
                [
                    "UPDATE result SET json = '{', status = 'unverified' WHERE image = 3",
                    "UPDATE result SET json = '{}', total_ms = 99 WHERE image = 4",
                    "UPDATE result SET json = '{\"confidence\":0.5}' WHERE image = 5",
                ])
            let results = try ResultStore.reading(store)
            let damage = try results.damage()
            #expect(damage.sentences.count == 3)
            #expect(try results.notVerified(atMost: 9, without: damage).isEmpty)
            #expect(try results.leastConfident(atMost: 9, without: damage).isEmpty)
            let slowest = try results.slowest(atMost: 3, without: damage)
            #expect(slowest.map(\.source) == ["scans/0.jpg", "scans/1.jpg", "scans/5.jpg"])
        }
    }

    /// What SQLite adds itself to choose its ways is no damage.
    @Test func aStoreThatWasAnalyzed() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            let queue = try DatabaseQueue(path: store)
            try queue.writeWithoutTransaction { try $0.execute(sql: "ANALYZE") }
            try queue.close()
            #expect(try ResultStore.reading(store).damage().isEmpty)
        }
    }

    /// Of several inputs with the same file the first that is whole stands for it.
    @Test func theDeskOfADamagedInput() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            do {
                let json = #"{"schema":1,"source":"","page":1,"index":0,"status":"unverified","format":"TD3"}"#
                let record = try #require(ResultRecord(try JSONValue(parsing: json)))
                let filled = try ResultStore.create(
                    at: store, options: ["--today": "2026-02-28"], run: .init(program: "1", inputs: ["folder"]))
                let hash = ImageHash(of: [1])
                try filled.commit([
                    StoredInput(source: "a", position: 0, stamp: nil, outcome: .read(hash, bytes: 1, [record])),
                    StoredInput(source: "b", position: 1, stamp: nil, outcome: .known(hash)),
                    StoredInput(source: "c", position: 2, stamp: nil, outcome: .known(hash)),
                ])
            }
            try alter(store, ["UPDATE input SET size = 10 WHERE source = 'a'"])
            let desk = try ReviewStore.open(store)
            #expect(desk.options == ["--today": "2026-02-28"] && desk.damage.sentences.count == 1)
            let items = try desk.items()
            #expect(items.map(\.record.source) == ["b"])
            #expect(try desk.item(items.first?.id ?? "")?.record.source == "b")
        }
    }

    /// What is no JSON any more is left out of the desk, and keeps nothing else from it.
    @Test func theDeskOfADamagedStore() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            // The first keeps its status, by which it is not for the desk.
            try alter(
                store,
                [
                    "UPDATE result SET json = '{' WHERE image = 3",
                    "UPDATE result SET json = '{', status = 'read' WHERE image = 4",
                    "UPDATE result SET status = 'read' WHERE image = 5", "UPDATE input SET position = 'x' WHERE id = 5",
                ])
            let items = try ReviewStore.open(store).items()
            #expect(items.map(\.record.source) == ["gone.jpg"])
        }
    }

    /// A store of the version before checksums: nothing is known of its rows until a run adds them.
    @Test func anEarlierStore() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            let expected = try exported(store).lines
            let queue = try DatabaseQueue(path: store)
            try queue.write { database in
                for table in ["setting", "run", "image", "result", "input"] {
                    try database.execute(
                        sql: """
                            DROP TRIGGER \(table)_added; DROP TRIGGER \(table)_changed;
                            ALTER TABLE \(table) DROP COLUMN checksum
                            """)
                }
                try database.execute(
                    sql: """
                        ALTER TABLE image DROP COLUMN results; DROP TABLE correction; ALTER TABLE run DROP COLUMN folder;
                        DELETE FROM grdb_migrations WHERE identifier IN ('2', '3', '4')
                        """)
            }
            try queue.close()
            let (lines, damage) = try exported(store)
            #expect(lines == expected && damage.isEmpty && !damage.hasChecksums)
            do {
                let resumed = try ResultStore.resume(
                    at: store, options: ["--redact": "false"], orBeginWith: [:],
                    run: .init(program: "2", inputs: ["folder"]))
                #expect(resumed.damage == nil)
            }
            let (again, checked) = try exported(store)
            #expect(again == expected && checked.isEmpty && checked.hasChecksums)
        }
    }

    /// A store of version 3, as the program of then wrote it. It knows no folder.
    private func fillThird(_ path: String) throws {
        let statements = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Stores/version3.sql")
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction {
            try $0.execute(sql: try String(contentsOf: statements, encoding: .utf8))
        }
        try queue.close()
    }

    /// A store of the version before folders is looked at as it is, and is as it was written after the next run, too.
    @Test func aStoreWithoutFolders() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fillThird(store)
            let (lines, damage) = try exported(store)
            #expect(lines.count == 3 && damage.isEmpty && damage.hasChecksums)
            let before = try ResultStore.reading(store).notVerified(atMost: .max, without: damage)
            #expect(before.map(\.file.paths) == [["td1/103-scan-rgb.jpg"], ["negatives/207-white.jpg"]])
            do {
                let resumed = try ResultStore.resume(
                    at: store, options: [:], orBeginWith: [:],
                    run: .init(program: "2", inputs: ["--files-from=-"], folder: "/from"))
                #expect(resumed.damage == nil)
                // What has not changed is where this run has found it.
                try resumed.commit([
                    StoredInput(source: "td1/103-scan-rgb.jpg", position: 0, stamp: nil, outcome: .unchanged)
                ])
            }
            let (again, checked) = try exported(store)
            #expect(again == lines && checked.isEmpty)
            let after = try ResultStore.reading(store).notVerified(atMost: .max, without: checked)
            #expect(
                after.map(\.file.paths)
                    == [["/from/td1/103-scan-rgb.jpg", "td1/103-scan-rgb.jpg"], ["negatives/207-white.jpg"]])
        }
    }

    /// A run that was damaged in an earlier version is damaged in this one.
    @Test func damageFromBeforeFolders() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fillThird(store)
            let queue = try DatabaseQueue(path: store)
            try queue.write { database in
                let trigger = try #require(
                    try String.fetchOne(database, sql: "SELECT sql FROM sqlite_master WHERE name = 'run_changed'"))
                try database.execute(sql: "DROP TRIGGER run_changed; UPDATE run SET program = '0'; \(trigger)")
            }
            try queue.close()
            let sentence = "Run 1 of the store is not as it was written."
            #expect(try ResultStore.reading(store).damage().sentences == [sentence])
            #expect(try ReviewStore.open(store).damage.sentences == [sentence])
        }
    }

    /// An input whose own row is damaged stays on record as well; its results are nobody's.
    @Test func resumingADamagedInput() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            try alter(
                store, ["UPDATE input SET size = 10 WHERE id = 5", "UPDATE input SET source = x'FF' WHERE id = 6"])
            let resumed = try ResultStore.resume(
                at: store, options: [:], orBeginWith: [:], run: .init(program: "1", inputs: ["folder"]))
            #expect(resumed.damage?.sentences.count == 2)
            #expect(try resumed.stamp(of: "scans/4.jpg") == nil)
            var codes: [String] = []
            let damage = try resumed.results.visit { codes.append("\($0.source) \($0.errorCode ?? "")") }
            // Of the other nobody knows the name.
            #expect(damage.isEmpty && codes.count == 24 && codes.contains("scans/4.jpg store_damaged"))
            #expect(try resumed.results.summary().pages == 22)
        }
    }

    /// No place has a place behind it for ever.
    @Test func aStoreWithEndlessPlaces() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            try alter(store, ["UPDATE input SET position = 9223372036854775806 WHERE id = 5"])
            let resumed = try ResultStore.resume(
                at: store, options: [:], orBeginWith: [:], run: .init(program: "1", inputs: ["others"]))
            let failure = ScanReport.Failure(code: "not_found", message: "There is no such file.")
            try resumed.commit([
                StoredInput(source: "x", position: 5, stamp: nil, outcome: .failed(failure)),
                StoredInput(source: "y", position: 6, stamp: nil, outcome: .failed(failure)),
            ])
            #expect(try resumed.results.summary().inputs == 27)
        }
    }

    /// What is not to be believed is left out, so that it is read again; inputs that are gone stay on record.
    @Test func resuming() throws {
        try withFolder { folder in
            let store = folder + "/a.sqlite"
            try fill(store)
            let queue = try DatabaseQueue(path: store)
            try queue.write { database in
                let trigger = try #require(
                    try String.fetchOne(database, sql: "SELECT sql FROM sqlite_master WHERE name = 'result_changed'"))
                try database.execute(
                    sql: "DROP TRIGGER result_changed; UPDATE result SET format = 'TD2' WHERE image = 2; \(trigger)")
            }
            try queue.close()
            let resumed = try ResultStore.resume(
                at: store, options: [:], orBeginWith: [:], run: .init(program: "1", inputs: ["folder"]))
            #expect(resumed.damage?.sentences.count == 1)
            #expect(try resumed.stamp(of: "scans/1.jpg") == nil && !resumed.knows(ImageHash(of: Array("1".utf8))))
            #expect(try resumed.stamp(of: "scans/2.jpg") != nil)
            var codes: [String] = []
            let damage = try resumed.results.visit { codes.append("\($0.source) \($0.errorCode ?? "")") }
            #expect(damage.isEmpty && codes.count == 25 && codes.contains("scans/1.jpg store_damaged"))
        }
    }
}
