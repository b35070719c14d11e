import Foundation
import GRDB
public import JSON
import Reporting

/// A store that people look through, and that keeps what they make of its results.
///
/// It is the one that writes to the store as long as it lives.
public final class ReviewStore: Sendable {
    /// What in the store is not as it was written; none of it is shown.
    public let damage: StoreDamage
    /// What the store was begun with, by name.
    public let options: [String: String]
    private let database: DatabasePool
    private let lock: FileLock

    private init(_ database: DatabasePool, _ lock: FileLock, _ damage: StoreDamage, options: [String: String]) {
        self.database = database
        self.lock = lock
        self.damage = damage
        self.options = options
    }

    /// Opens a store that `batch` has written.
    ///
    /// - Throws: `missing`, `notAStore`, `newer`, `inUse`, `failed`, and `otherOptions` of a store that keeps nothing
    ///   of what documents say.
    public static func open(_ path: String) throws(ResultStoreError) -> ReviewStore {
        let lock = try FileLock(existing: path)
        do {
            let database = try ResultStore.pool(path)
            try ResultStore.check(database)
            try StoreSchema.migrator.migrate(database)
            let (damage, settings) = try database.read { database in
                (try StoreDamage(in: database), try ResultStore.settings(database))
            }
            guard !damage.isStructural else {
                throw ResultStoreError(.notAStore, damage.sentences.joined(separator: " "))
            }
            guard settings["--redact"] != "true" else {
                throw ResultStoreError.redacted("correct")
            }
            return ReviewStore(database, lock, damage, options: settings)
        } catch {
            throw ResultStoreError(error).naming(path)
        }
    }

    /// Every result that is not verified or whose file is damaged, and every input that could not be opened, in the
    /// order of the inputs. Files that several inputs have come once.
    ///
    /// - Throws: `notAStore` or `failed`.
    public func items() throws(ResultStoreError) -> [ReviewItem] {
        do {
            return try database.read { database in
                let corrections = try CorrectionRows(in: database)
                let results = try Row.fetchAll(
                    database,
                    sql: Self.results + " GROUP BY result.image, result.ordinal ORDER BY place, result.ordinal",
                    arguments: damage.arguments)
                let failures = try Row.fetchAll(
                    database, sql: Self.failures + " ORDER BY place", arguments: damage.arguments)
                let items =
                    try results.map { row in
                        (place: try row.value(at: 5) as Int, item: try item(row, corrections))
                    }
                    + failures.map { row in (place: try row.value(at: 2) as Int, item: try failure(row)) }
                // Both in the order of the inputs; `sorted` is not promised to be stable.
                return items.enumerated()
                    .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
                    .map(\.element.item)
            }
        } catch {
            throw ResultStoreError(error)
        }
    }

    /// One of them, as it is now; nil when there is none of that name.
    ///
    /// - Throws: `notAStore` or `failed`.
    public func item(_ id: String) throws(ResultStoreError) -> ReviewItem? {
        do {
            return try database.read { database in
                let parts = id.dropFirst().split(separator: ".").compactMap { Int($0) }
                if id.hasPrefix("r"), parts.count == 2 {
                    let row = try Row.fetchOne(
                        database,
                        sql: Self.results
                            + " AND result.image = :image AND result.ordinal = :ordinal GROUP BY result.image",
                        arguments: damage.arguments + ["image": parts[0], "ordinal": parts[1]])
                    return try row.map { try item($0, CorrectionRows(in: database)) }
                }
                guard id.hasPrefix("i"), parts.count == 1 else { return nil }
                let row = try Row.fetchOne(
                    database, sql: Self.failures + " AND input.id = :input",
                    arguments: damage.arguments + ["input": parts[0]])
                return try row.map { try failure($0) }
            }
        } catch {
            throw ResultStoreError(error)
        }
    }

    /// Keeps what was made of a result; it is on the disk when this returns.
    ///
    /// - Parameters:
    ///   - after: what stands in the document, as `Correction` has it.
    ///   - item: the result.
    ///   - clerk: who made it, now.
    /// - Throws: `full` or `failed`.
    public func add(_ after: JSONValue, to item: ReviewItem, by clerk: String) throws(ResultStoreError) -> Correction {
        let before = (item.record.json["lines"]?.array ?? []).compactMap(\.string)
        let correction = Correction(clerk: clerk, time: ResultStore.milliseconds(), before: before, after: after)
        guard let image = item.file.image else {
            throw ResultStoreError(.failed, "An input without a file can't be corrected.")
        }
        do {
            try database.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO correction (sha256, source, page, "index", clerk, made_ms, before, after)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        Data(image.bytes), item.record.source, item.record.page, item.record.index, correction.clerk,
                        correction.time, JSONValue.array(correction.before.map { .string($0) }).text,
                        correction.after.text,
                    ])
            }
            return correction
        } catch {
            throw ResultStoreError(error)
        }
    }

    private static let results = """
        SELECT result.image AS image, result.ordinal AS ordinal, result.json AS json, image.sha256 AS sha256,
            input.source AS source, min(input.position) AS place,
            (SELECT folder FROM run WHERE run.id = input.run) AS folder
        FROM result JOIN image ON image.id = result.image JOIN input ON input.image = result.image
        WHERE \(StoreDamage.isWhole)
            AND (result.status <> 'verified' OR \(StoreSchema.value("$.warnings")) LIKE '%"damaged"%')
        """

    private static let failures = """
        SELECT input.id AS input, input.source AS source, input.position AS place, input.error_code AS code,
            input.error_message AS message, NULL AS sha256, (SELECT folder FROM run WHERE run.id = input.run) AS folder
        FROM input WHERE input.image IS NULL AND \(StoreDamage.isWhole)
        """

    private func item(_ row: Row, _ corrections: CorrectionRows) throws -> ReviewItem {
        guard var record = ResultRecord(try JSONValue(parsing: row.text(at: 2))) else {
            throw ResultStoreError(.notAStore, "The store holds something that is no result.")
        }
        record.source = try row.text(at: 4)
        let (image, ordinal): (Int, Int) = (try row.value(at: 0), try row.value(at: 1))
        let sha256: Data = try row.value(at: 3)
        return ReviewItem(
            id: "r\(image).\(ordinal)", record: record,
            file: StoredFile(source: record.source, row),
            corrections: corrections[sha256, record])
    }

    private func failure(_ row: Row) throws -> ReviewItem {
        let input: Int = try row.value(at: 0)
        let failure = ScanReport.Failure(code: try row.text(at: 3), message: try row.text(at: 4))
        let report = ScanReport(source: try row.text(at: 1), outcome: .failed(failure))
        return ReviewItem(
            id: "i\(input)", record: ResultRecord(report),
            file: StoredFile(source: report.source, row), corrections: [])
    }
}
