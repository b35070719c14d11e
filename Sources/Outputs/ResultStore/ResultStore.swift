import GRDB
import Glibc

/// Results in an SQLite file: what became of each input, kept so that a run can stop at any moment and go on later.
///
/// One process writes; any number may read meanwhile. What `commit` has taken is on the disk when it returns: the
/// journal is a write-ahead log that is flushed with every commit (`synchronous=FULL`).
public final class ResultStore: Sendable {
    /// What the store was begun with, by name.
    public let options: [String: String]
    let database: any DatabaseWriter
    private let lock: FileLock?
    /// The row of this run.
    let run: Int
    /// What was wrong with the store when it was resumed, and is left out of it since.
    public let damage: StoreDamage?

    private init(
        _ database: any DatabaseWriter, _ lock: FileLock?, options: [String: String], run: Int, damage: StoreDamage?
    ) {
        self.damage = damage
        self.database = database
        self.lock = lock
        self.options = options
        self.run = run
    }

    /// What a run is, for the store.
    public struct Run: Sendable {
        let program: String
        let inputs: [String]
        let folder: String?

        /// - Parameters:
        ///   - program: the version of the program.
        ///   - inputs: the arguments that say what is read. A run with the same ones goes through the same positions.
        ///   - folder: the absolute path at which relative names begin; nil where it is not known.
        public init(program: String, inputs: [String], folder: String? = nil) {
            self.program = program
            self.inputs = inputs
            self.folder = folder
        }
    }

    /// Begins a new store, which only its owner can read.
    ///
    /// - Parameter options: what results depend on; a later run is held to it.
    /// - Throws: `exists`, `full` or `failed`.
    public static func create(at path: String, options: [String: String], run: Run) throws(ResultStoreError)
        -> ResultStore
    {
        let lock = try FileLock(creating: path)
        do throws(ResultStoreError) {
            return try opened(path, lock) { try fill($0, options, run) }
        } catch {
            // Nothing is in it yet, and a new attempt would find it in its way.
            for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
            throw error
        }
    }

    private static func fill(
        _ database: DatabasePool, _ options: [String: String], _ run: Run
    ) throws -> (options: [String: String], run: Int, damage: StoreDamage?) {
        try StoreSchema.migrator.migrate(database)
        return try database.write { database in
            for (name, value) in options {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", arguments: [name, value])
            }
            return (options, try begin(run, in: database), nil)
        }
    }

    /// Whether the program that began the store ended before it had noted what it does.
    private static func isUnbegun(_ database: DatabasePool) throws -> Bool {
        try database.read { database in
            if try database.tableExists("run") {
                let identifier = try Int.fetchOne(database, sql: "PRAGMA application_id")
                return try identifier == StoreSchema.applicationID
                    && Int.fetchOne(database, sql: "SELECT count(*) FROM run") == 0
            }
            return try Int.fetchOne(
                database, sql: "SELECT count(*) FROM sqlite_master WHERE name NOT LIKE '%grdb_migrations%'") == 0
        }
    }

    /// Goes on with a store. What is damaged in it is left out, so that it is read again.
    ///
    /// - Parameters:
    ///   - options: those that were asked for explicitly; they have to be those that it was begun with.
    ///   - firstOptions: those of a new store: the program may have been killed in the moment in which it made the
    ///     file.
    /// - Throws: `missing`, `notAStore`, `newer`, `inUse`, `otherOptions`, `full` or `failed`.
    public static func resume(
        at path: String, options: [String: String], orBeginWith firstOptions: [String: String], run: Run
    ) throws(ResultStoreError) -> ResultStore {
        let lock = try FileLock(existing: path)
        return try opened(path, lock) { database in
            if try isUnbegun(database) { return try fill(database, firstOptions, run) }
            try check(database)
            try StoreSchema.migrator.migrate(database)
            return try database.write { database in
                let damage = try StoreDamage(in: database)
                guard !damage.isStructural, !damage.isBeyondResults else {
                    throw ResultStoreError(.notAStore, damage.sentences.joined(separator: " "))
                }
                try damage.leaveOut(of: database)
                let stored = try settings(database)
                // What an older program did not write down is not held against it.
                for (name, value) in options where stored[name] ?? value != value {
                    throw ResultStoreError(
                        .otherOptions,
                        "The store was begun with \(name) \(stored[name] ?? "unset"), not with \(value); "
                            + "one store holds results of one kind.")
                }
                return (stored, try begin(run, in: database), damage.isEmpty ? nil : damage)
            }
        }
    }

    private static func opened(
        _ path: String, _ lock: FileLock,
        _ body: (DatabasePool) throws -> (options: [String: String], run: Int, damage: StoreDamage?)
    ) throws(ResultStoreError) -> ResultStore {
        do {
            let database = try pool(path)
            let (options, run, damage) = try body(database)
            return ResultStore(database, lock, options: options, run: run, damage: damage)
        } catch {
            throw ResultStoreError(error).naming(path)
        }
    }

    /// A store to write to.
    static func pool(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            try StoreSchema.prepare(database)
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        let database = try DatabasePool(path: fileName(path), configuration: configuration)
        // GRDB asks for less in its own set-up, which would lose the last commits at a power cut.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return database
    }

    /// A path as SQLite takes it for one, and not for an address, whatever it begins with.
    static func fileName(_ path: String) -> String { path.hasPrefix("file:") ? "./" + path : path }

    static func check(_ database: any DatabaseReader) throws {
        try database.read { database in
            let identifier = try Int.fetchOne(database, sql: "PRAGMA application_id")
            guard identifier == StoreSchema.applicationID else {
                // To SQLite a file without bytes is a database.
                let isEmpty = try Int.fetchOne(database, sql: "PRAGMA page_count") == 0
                throw ResultStoreError(
                    .notAStore,
                    isEmpty
                        ? "The file is empty, and so no store of results."
                        : "The file is an SQLite database, but no store of results.")
            }
            guard try !StoreSchema.migrator.hasBeenSuperseded(database) else {
                throw ResultStoreError(.newer, "The store was made by a newer version of the program.")
            }
        }
    }

    static func settings(_ database: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM setting")
        return Dictionary(
            try rows.map { (try $0.text(at: 0), try $0.text(at: 1)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Notes the run. One over the same inputs as an earlier one has its positions, any other those after all there
    /// are.
    private static func begin(_ run: Run, in database: Database) throws -> Int {
        let inputs = run.inputs.joined(separator: "\0")
        let now = milliseconds()
        try database.execute(
            sql: """
                INSERT INTO run (program, inputs, folder, first_position, started_ms, last_ms)
                VALUES (:program, :inputs, :folder,
                    coalesce(
                        (SELECT first_position FROM run WHERE inputs = :inputs ORDER BY id LIMIT 1),
                        (SELECT min(max(position), 9007199254740991) + 1 FROM input), 0),
                    :now, :now)
                """, arguments: ["program": run.program, "inputs": inputs, "folder": run.folder, "now": now])
        return Int(database.lastInsertedRowID)
    }

    /// Whether SQLite waits for the disk at the end of every commit: `PRAGMA synchronous` is 2 (FULL) or more.
    package func flushesEveryCommit() throws -> Bool {
        try database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") ?? 0 } >= 2
    }

    /// Since 1970.
    static func milliseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }
}
