import Foundation
import GRDB
import Glibc
import JSON
public import Reporting

extension ResultStore {
    /// Opens a store to look at what is in it.
    ///
    /// - Throws: `missing`, `notAStore`, `newer` or `failed`.
    public static func reading(_ path: String) throws(ResultStoreError) -> StoredResults {
        var status = stat()
        guard access(path, R_OK) == 0, stat(path, &status) == 0 else { throw .missing(path, errno: errno) }
        try FileLock.requireFile(path, status)
        do {
            do {
                return try opened(toRead: locksOwnerOut(path, status) ? unlocked(path) : fileName(path))
            } catch let error as DatabaseError
                where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
            {
                return try opened(toRead: unlocked(path))
            }
        } catch {
            throw ResultStoreError(error).naming(path)
        }
    }

    /// - Parameter name: a path, or an address for SQLite.
    private static func opened(toRead name: String) throws -> StoredResults {
        var configuration = Configuration()
        // Who may write takes away at the end the log and the lock that SQLite makes beside a store to read it; who may
        // not would leave them there.
        configuration.readonly = access(name, W_OK) != 0
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            try StoreSchema.prepare(database)
            try database.execute(sql: "PRAGMA query_only = ON")
        }
        let database = try DatabaseQueue(path: name, configuration: configuration)
        try check(database)
        return StoredResults(database: database)
    }

    /// Whether a store is another user's, and lacks the log or the lock beside it that SQLite would make to read it: that
    /// user could then no more write to it.
    private static func locksOwnerOut(_ path: String, _ status: stat) -> Bool {
        let user = geteuid()
        guard status.st_uid != user, user != 0 else { return false }
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        return ["-wal", "-shm"].contains { access(file + $0, F_OK) != 0 }
    }

    /// The address of a store as it lies there. SQLite makes a log and a lock beside a store also to read it, which
    /// it can't do everywhere. Where there is nothing in a log, nobody writes to the store, and everything is in it.
    ///
    /// SQLite knows addresses where it was compiled with `SQLITE_USE_URI`, as those of the distributions are. Elsewhere
    /// such a store is not found.
    ///
    /// - Throws: `missing`.
    private static func unlocked(_ path: String) throws(ResultStoreError) -> String {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        var log = stat()
        guard stat(file.path + "-wal", &log) != 0 || log.st_size == 0 else {
            throw ResultStoreError(
                .missing,
                "The store \(path.printable()) can't be read: a run writes to it or was cut off, and then only its owner "
                    + "reads it, in a folder that can be written.")
        }
        return file.absoluteString + "?immutable=1"
    }

    /// What this store holds.
    public var results: StoredResults { StoredResults(database: database) }

    /// How the input `source` was found when it was last read; nil when it is to be read: it is not there, it could not
    /// be opened, or what ended it may not happen again.
    ///
    /// - Throws: `failed`.
    public func stamp(of source: String) throws(ResultStoreError) -> FileStamp? {
        do {
            return try database.read { database in
                let row = try Row.fetchOne(
                    database.cachedStatement(
                        sql: """
                            SELECT size, modified_ns FROM input WHERE source = ? AND image IS NOT NULL
                            AND size IS NOT NULL AND NOT \(Self.hasPassing("input.image"))
                            """), arguments: [source])
                // What a damaged store has in their place is no stamp: the input is read again.
                guard let row, let size = Int.fromDatabaseValue(row[0]), let modified = Int.fromDatabaseValue(row[1])
                else { return nil }
                return FileStamp(size: size, modified: modified)
            }
        } catch {
            throw ResultStoreError(error)
        }
    }

    /// Whether there are results for an image that are to stay.
    ///
    /// - Throws: `failed`.
    public func knows(_ hash: ImageHash) throws(ResultStoreError) -> Bool {
        do {
            return try database.read { database in
                try Bool.fetchOne(
                    database.cachedStatement(
                        sql: "SELECT 1 FROM image WHERE sha256 = ? AND NOT \(Self.hasPassing("image.id"))"),
                    arguments: [Data(hash.bytes)]) ?? false
            }
        } catch {
            throw ResultStoreError(error)
        }
    }

    /// Whether an image has a failure that may have passed: that of a worker, of the memory or of the engine.
    private static func hasPassing(_ image: String) -> String {
        """
        EXISTS (SELECT 1 FROM result WHERE result.image = \(image) AND (error_code LIKE 'worker!_%' ESCAPE '!'
        OR error_code IN ('out_of_memory', 'engine_failed', 'io')))
        """
    }
}

/// What a store holds.
public struct StoredResults: Sendable {
    let database: any DatabaseReader

    /// All results in the order of the inputs, as they are at one moment; those of inputs of which anything is not as
    /// it was written are left out.
    ///
    /// - Returns: what is damaged.
    /// - Throws: `notAStore` or `failed`, and what `body` throws.
    @discardableResult
    public func visit<Failure: Error>(_ body: (ResultRecord) throws(Failure) -> Void) throws -> StoreDamage {
        do {
            return try database.read { database in
                let damage = try StoreDamage(in: database)
                let corrections = try CorrectionRows(in: database)
                let rows = try Row.fetchCursor(
                    database,
                    sql: """
                        SELECT input.source, result.json, input.error_code, input.error_message, image.sha256
                        FROM input
                        LEFT JOIN image ON image.id = input.image
                        LEFT JOIN result ON result.image = input.image
                        WHERE \(StoreDamage.isWhole)
                        ORDER BY input.position, input.id, result.ordinal
                        """, arguments: damage.arguments)
                while let row = try rows.next() {
                    let record = try record(row)
                    let last = Data.fromDatabaseValue(row[4]).flatMap { corrections[$0, record].last }
                    try body(last.map { record.corrected($0.json) } ?? record)
                }
                return damage
            }
        } catch let error as DatabaseError {
            throw ResultStoreError(error)
        }
    }

    private func record(_ row: Row) throws -> ResultRecord {
        guard row.hasValue(at: 1) else {
            let failure = ScanReport.Failure(code: try row.text(at: 2), message: try row.text(at: 3))
            return ResultRecord(ScanReport(source: try row.text(at: 0), outcome: .failed(failure)))
        }
        return try result(row)
    }

    /// The result of a row that begins with the input's name and the result's JSON.
    ///
    /// - Throws: `notAStore`.
    func result(_ row: Row) throws(ResultStoreError) -> ResultRecord {
        let json: JSONValue?
        let text = try row.text(at: 1)
        do throws(JSONError) {
            json = try JSONValue(parsing: text)
        } catch {
            // Damaged, in a store of an early version, which has no checksums.
            json = nil
        }
        guard var record = json.flatMap({ ResultRecord($0) }) else {
            throw ResultStoreError(.notAStore, "The store holds something that is no result.")
        }
        record.source = try row.text(at: 0)
        return record
    }
}

extension Row {
    func hasValue(at index: Int) -> Bool { !(self[index] as DatabaseValue).isNull }

    /// A text that the tables demand. GRDB's own way ends the program where a damaged store has none.
    ///
    /// - Throws: `notAStore`.
    func text(at index: Int) throws(ResultStoreError) -> String {
        guard let text = String.fromDatabaseValue(self[index] as DatabaseValue) else {
            throw ResultStoreError(.notAStore, "The store is damaged: a text is missing.")
        }
        return text
    }

    /// A number or bytes that the tables demand.
    ///
    /// - Throws: `notAStore`, as `text(at:)`.
    func value<Value: DatabaseValueConvertible>(at index: Int) throws(ResultStoreError) -> Value {
        guard let value = Value.fromDatabaseValue(self[index] as DatabaseValue) else {
            throw ResultStoreError(.notAStore, "The store is damaged: a value is missing.")
        }
        return value
    }
}
