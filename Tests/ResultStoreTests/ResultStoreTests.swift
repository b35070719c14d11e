import Foundation
import GRDB
import JSON
import Reporting
import ResultStore
import Testing

@Suite struct ResultStoreTests {
    /// A folder that is gone with the suite's instance.
    private final class Scratch {
        let path: String
        var store: String { path + "/results.sqlite" }

        init() throws {
            path = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        // The system clears the folder of temporary files where this cannot.
        deinit { do { try FileManager.default.removeItem(atPath: path) } catch {} }
    }

    private let scratch: Scratch
    private let run = ResultStore.Run(program: "1", inputs: ["folder"])

    init() throws { scratch = try Scratch() }

    private func create(_ options: [String: String] = ["--redact": "false"]) throws -> ResultStore {
        try ResultStore.create(at: scratch.store, options: options, run: run)
    }

    private func resume(
        _ options: [String: String] = ["--redact": "false"], inputs: [String] = ["folder"]
    ) throws -> ResultStore {
        try ResultStore.resume(
            at: scratch.store, options: options, orBeginWith: ["--redact": "new"],
            run: ResultStore.Run(program: "1", inputs: inputs))
    }

    /// Killed in the moment in which it makes the store: whatever is there by then, the next run begins it.
    @Test(arguments: ["", "PRAGMA journal_mode = WAL", "CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY)"])
    func whatWasHardlyBegun(_ statement: String) throws {
        try Data().write(to: URL(filePath: scratch.store))
        if !statement.isEmpty {
            let queue = try DatabaseQueue(path: scratch.store)
            try queue.writeWithoutTransaction { try $0.execute(sql: statement) }
            try queue.close()
        }
        do {
            let store = try resume()
            #expect(store.options == ["--redact": "new"])
        }
        #expect(try resume(["--redact": "new"]).options == ["--redact": "new"])
    }

    private func failure(_ code: String, page: Int? = nil) -> ResultRecord {
        ResultRecord(ScanReport(source: "", page: page, outcome: .failed(.init(code: code, message: "No."))))
    }

    private let nothing = ResultRecord(ScanReport(source: "", page: 1, outcome: .notFound))

    private func input(_ source: String, _ position: Int, _ outcome: StoredInput.Outcome, modified: Int = 5)
        -> StoredInput
    {
        StoredInput(
            source: source, position: position, stamp: FileStamp(size: 3, modified: modified), outcome: outcome)
    }

    private func hash(_ text: String) -> ImageHash { ImageHash(of: Array(text.utf8)) }

    private func sources(_ results: StoredResults) throws -> [String] {
        var sources: [String] = []
        try results.visit { sources.append("\($0.source) \($0.errorCode ?? $0.status.rawValue)") }
        return sources
    }

    @Test func onlyItsOwnerCanReadIt() throws {
        let store = try create()
        try store.commit([input("a", 0, .read(hash("a"), bytes: 1, [nothing]))])
        for name in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: scratch.store + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        withExtendedLifetime(store) {}
    }

    /// What SQLite itself says about its promise, on the connection that writes.
    @Test func everyCommitIsFlushed() throws {
        let store = try create()
        #expect(try store.flushesEveryCommit())
    }

    @Test func resultsComeInTheOrderOfTheInputs() throws {
        let store = try create()
        try store.commit([
            input("c", 2, .read(hash("c"), bytes: 1, [nothing, failure("damaged", page: 2)])),
            input("a", 0, .failed(.init(code: "not_found", message: "No."))),
        ])
        try store.commit([input("b", 1, .known(hash("c")))])
        #expect(
            try sources(store.results) == ["a not_found", "b not_found", "b damaged", "c not_found", "c damaged"])
        #expect(try sources(ResultStore.reading(scratch.store)) == sources(store.results))
    }

    @Test func aCommitIsAllOrNothing() throws {
        let store = try create()
        #expect(throws: ResultStoreError.self) {
            // The second input has bytes that the store does not know.
            try store.commit([input("a", 0, .read(hash("a"), bytes: 1, [nothing])), input("b", 1, .known(hash("b")))])
        }
        #expect(try sources(store.results) == [])
    }

    @Test func whatIsKnownOnResuming() throws {
        do {
            let store = try create()
            try store.commit([
                input("same", 0, .read(hash("same"), bytes: 1, [nothing])),
                input("damaged", 1, .read(hash("damaged"), bytes: 1, [failure("damaged")])),
                input("crashed", 2, .read(hash("crashed"), bytes: 1, [nothing, failure("worker_crashed")])),
                input("missing", 3, .failed(.init(code: "not_found", message: "No."))),
            ])
        }
        let store = try resume()
        let stamp = FileStamp(size: 3, modified: 5)
        #expect(try store.stamp(of: "same") == stamp && store.stamp(of: "damaged") == stamp)
        #expect(try store.stamp(of: "crashed") == nil && store.stamp(of: "missing") == nil)
        #expect(try store.stamp(of: "other") == nil)
        #expect(try store.knows(hash("same")) && store.knows(hash("damaged")))
        #expect(try !store.knows(hash("crashed")) && !store.knows(hash("other")))
        // A second look replaces the first.
        try store.commit([
            input("crashed", 2, .read(hash("crashed"), bytes: 1, [nothing])),
            input("missing", 3, .read(hash("found"), bytes: 1, [nothing])),
        ])
        #expect(
            try sources(store.results) == [
                "same not_found", "damaged damaged", "crashed not_found", "missing not_found",
            ])
    }

    /// A run over other folders comes after what is there; one over the same ones keeps its places.
    @Test func positions() throws {
        do {
            let store = try create()
            try store.commit([input("a", 0, .read(hash("a"), bytes: 1, [nothing])), input("b", 1, .known(hash("a")))])
        }
        do {
            let store = try resume(inputs: ["other"])
            try store.commit([input("0", 0, .known(hash("a")))])
        }
        let store = try resume()
        try store.commit([
            input("a", 0, .unchanged), input("aa", 1, .known(hash("a"))), input("b", 2, .unchanged),
        ])
        #expect(try sources(store.results).map { $0.prefix(2) } == ["a ", "aa", "b ", "0 "])
    }

    @Test func oneWriterAtATime() throws {
        let store = try create()
        #expect(throws: ResultStoreError.self) { try resume() }
        do { _ = try resume() } catch let error as ResultStoreError { #expect(error.code == .inUse) }
        withExtendedLifetime(store) {}
    }

    @Test func whatCannotBeResumed() throws {
        func code(_ body: () throws -> ResultStore) throws -> ResultStoreError.Code? {
            do {
                _ = try body()
                return nil
            } catch let error as ResultStoreError {
                return error.code
            }
        }
        #expect(try code { try resume() } == .missing)
        _ = try create()
        #expect(try code { try create() } == .exists)
        #expect(try code { try resume(["--redact": "true"]) } == .otherOptions)
        #expect(try code { try resume() } == nil)
        let newer = try DatabaseQueue(path: scratch.store)
        try newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99')") }
        try newer.close()
        #expect(try code { try resume() } == .newer)
        try Data("This is no store of results, but a text that is long enough.".utf8)
            .write(to: URL(filePath: scratch.store))
        #expect(try code { try resume() } == .notAStore)
        #expect(throws: ResultStoreError.self) { try ResultStore.reading(scratch.store) }
        try FileManager.default.removeItem(atPath: scratch.store)
        let other = try DatabaseQueue(path: scratch.store)
        try other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
        try other.close()
        #expect(try code { try resume() } == .notAStore)
    }

    /// A store in which something is missing that has to be there is damaged; that is said.
    @Test func whatIsDamaged() throws {
        let store = try create()
        try store.commit([input("a", 0, .read(hash("a"), bytes: 1, [nothing]))])
        let queue = try DatabaseQueue(path: scratch.store)
        try queue.write { try $0.execute(sql: "DELETE FROM result") }
        try queue.close()
        #expect(try store.results.visit { _ in }.sentences == ["Results of a are lost."])
        let name = try DatabaseQueue(path: scratch.store)
        try name.write { database in
            // No other program writes to it by mistake.
            #expect(throws: DatabaseError.self) { try database.execute(sql: "UPDATE input SET size = 7") }
            try database.execute(sql: "DROP TRIGGER input_changed; UPDATE input SET source = x'FF00FF'")
        }
        try name.close()
        #expect(try store.results.visit { _ in }.sentences.contains { $0.contains("a damaged name") })
    }

    /// An input of which nobody knows when it was changed is read again.
    @Test func aStampThatIsNone() throws {
        let store = try create()
        try store.commit([input("a", 0, .read(hash("a"), bytes: 1, [nothing]))])
        #expect(try store.stamp(of: "a") != nil)
        let queue = try DatabaseQueue(path: scratch.store)
        try queue.write { try $0.execute(sql: "DROP TRIGGER input_changed; UPDATE input SET modified_ns = 'x'") }
        try queue.close()
        #expect(try store.stamp(of: "a") == nil)
    }

    @Test func summary() throws {
        let store = try create()
        try store.commit([
            input("a", 0, .read(hash("a"), bytes: 1, [nothing, failure("damaged", page: 2)])),
            input("b", 1, .known(hash("a"))), input("c", 2, .failed(.init(code: "not_found", message: "No."))),
        ])
        let summary = try store.results.summary()
        #expect(summary.inputs == 3 && summary.images == 1 && summary.duplicates == 1)
        #expect(summary.statuses.map { "\($0.name) \($0.count)" } == ["error 3", "not_found 2"])
        #expect(summary.errors.map { "\($0.name) \($0.count)" } == ["damaged 2", "not_found 1"])
        #expect(summary.runs.map(\.inputs) == [3] && summary.pages == 0)
        let failures = try store.results.failures(atMost: 2, without: store.results.damage())
        #expect(failures.map { "\($0.source) \($0.code)" } == ["a damaged", "b damaged"])
    }

    /// What was read of a file that another has replaced counts nowhere.
    @Test func aReplacedFile() throws {
        let store = try create()
        try store.commit([input("a", 0, .read(hash("old"), bytes: 1, [nothing]))])
        try store.commit([input("a", 0, .read(hash("new"), bytes: 1, [nothing]), modified: 6)])
        let summary = try store.results.summary()
        #expect(summary.images == 1 && summary.runs.map(\.images) == [1])
    }

    /// The view that people ask.
    @Test func theViewOfResults() throws {
        let store = try create()
        let record = try #require(
            ResultRecord(
                try JSONValue(
                    parsing: """
                        {"source":"","page":1,"index":0,"status":"verified","format":"TD3","lines":["P<","L8"],
                        "fields":{"surname":"ERIKSSON","documentNumber":"L898902C3"},"timing":{"totalMs":12.5}}
                        """)))
        try store.commit([input("a.jpg", 0, .read(hash("a"), bytes: 1, [record]))])
        let database = try DatabaseQueue(path: scratch.store)
        let row = try #require(try database.read { try Row.fetchOne($0, sql: "SELECT * FROM results") })
        let expected: [(String, String)] = [
            ("source", "a.jpg"), ("page", "1"), ("index", "0"), ("status", "verified"), ("line1", "P<"),
            ("line2", "L8"), ("surname", "ERIKSSON"), ("document_number", "L898902C3"), ("total_ms", "12.5"),
        ]
        for (column, value) in expected {
            let found = row[column] as DatabaseValue
            #expect(found.description == value || found == value.databaseValue, "\(column)")
        }
        let line3: String? = row["line3"]
        #expect(line3 == nil)
        let sha256: String? = row["sha256"]
        #expect(sha256?.count == 64)
    }
}
