import Foundation
import GRDB
public import Reporting

/// What the results of a store amount to.
public struct StoreSummary: Sendable, Equatable {
    /// Inputs that something is known of.
    public var inputs = 0
    /// Different files among them; what could not be opened is none.
    public var images = 0
    /// Inputs with the same bytes as an earlier one.
    public var duplicates = 0
    /// Results by status, the most frequent first.
    public var statuses: [Count] = []
    /// Results that people have corrected or confirmed.
    public var corrections = 0
    /// MRZs by layout and status: `TD3 verified`.
    public var formats: [Count] = []
    /// Failures by code.
    public var errors: [Count] = []
    /// Pages of different files, with the time each took in milliseconds at a quantile.
    public var pages = 0
    public var milliseconds: [Quantile] = []
    public var runs: [Run] = []

    public struct Count: Sendable, Equatable {
        public let name: String
        public let count: Int
    }

    public struct Quantile: Sendable, Equatable {
        /// 0.5 for the median.
        public let share: Double
        public let value: Double
    }

    public struct Run: Sendable, Equatable {
        /// UTC; nil where a damaged store has no time.
        public let started: String?
        /// The seconds from the run's start to its last commit.
        public let seconds: Double
        /// Inputs that it was the last to read.
        public let inputs: Int
        /// Different files that it was the last to read.
        public let images: Int
    }
}

extension StoredResults {
    /// - Throws: `failed`.
    public func summary() throws(ResultStoreError) -> StoreSummary {
        do {
            return try database.read { database in try Self.summary(of: database) }
        } catch {
            throw ResultStoreError(error)
        }
    }

    // What is asked for below comes without the inputs of `damage`, of which anything is not as it was written.

    /// Inputs that could not be read, in order, each with its code.
    ///
    /// - Throws: `notAStore` or `failed`.
    public func failures(
        atMost count: Int, without damage: StoreDamage
    ) throws(ResultStoreError) -> [(source: String, code: String)] {
        do {
            return try database.read { database in
                let rows = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT input.source, coalesce(result.error_code, input.error_code)
                        FROM input LEFT JOIN result ON result.image = input.image
                        WHERE coalesce(result.status, 'error') = 'error' AND \(StoreDamage.isWhole)
                        ORDER BY \(Self.order) LIMIT :count
                        """, arguments: damage.arguments + ["count": count])
                return try rows.map { (try $0.text(at: 0), try $0.text(at: 1)) }
            }
        } catch {
            throw ResultStoreError(error)
        }
    }

    /// Results that are neither verified nor failures, in order, each with what it was read from.
    ///
    /// - Throws: `notAStore` or `failed`.
    public func notVerified(
        atMost count: Int, without damage: StoreDamage
    ) throws(ResultStoreError) -> [(record: ResultRecord, file: StoredFile)] {
        let condition = "result.status IN ('unverified', 'not_found')"
        return try results(condition, by: Self.order, atMost: count, without: damage)
    }

    /// Results of the pages that took longest, the slowest first: the first result of each.
    ///
    /// - Throws: `notAStore` or `failed`.
    public func slowest(atMost count: Int, without damage: StoreDamage) throws(ResultStoreError) -> [ResultRecord] {
        let isFirst = """
            result.total_ms NOT NULL AND NOT EXISTS (
                SELECT 1 FROM result AS other WHERE other.image = result.image AND other.page IS result.page
                AND (other.total_ms > result.total_ms
                    OR other.total_ms = result.total_ms AND other.ordinal < result.ordinal))
            """
        return try results(
            "\(isFirst) AND \(Self.isOnce)", by: "result.total_ms DESC, \(Self.order)", atMost: count, without: damage
        ).map(\.record)
    }

    /// MRZs whose characters the picture supports least, the worst first; none of which every character is supported.
    ///
    /// - Throws: `notAStore` or `failed`.
    public func leastConfident(
        atMost count: Int, without damage: StoreDamage
    ) throws(ResultStoreError) -> [ResultRecord] {
        let confidence = StoreSchema.value("$.confidence")
        return try results(
            "\(confidence) < 1 AND \(Self.isOnce)", by: "\(confidence), \(Self.order)", atMost: count, without: damage
        ).map(\.record)
    }

    private static let order = "input.position, input.id, result.ordinal"

    /// SQL: whether no earlier input has the same file.
    private static let isOnce = """
        NOT EXISTS (SELECT 1 FROM input AS other WHERE other.image = input.image
            AND (other.position, other.id) < (input.position, input.id))
        """

    private func results(
        _ condition: String, by order: String, atMost count: Int, without damage: StoreDamage
    ) throws(ResultStoreError) -> [(record: ResultRecord, file: StoredFile)] {
        do {
            return try database.read { database in
                let folder =
                    try StoreSchema.hasFolders(database) ? "(SELECT folder FROM run WHERE run.id = input.run)" : "NULL"
                let rows = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT input.source, result.json, image.sha256 AS sha256, \(folder) AS folder
                        FROM input JOIN result ON result.image = input.image JOIN image ON image.id = input.image
                        WHERE \(condition) AND \(StoreDamage.isWhole) ORDER BY \(order) LIMIT :count
                        """, arguments: damage.arguments + ["count": count])
                return try rows.map { row in
                    let record = try result(row)
                    return (record, StoredFile(source: record.source, row))
                }
            }
        } catch {
            throw ResultStoreError(error)
        }
    }

    /// Whether the store keeps nothing of what documents say.
    ///
    /// - Throws: `failed`.
    public func isRedacted() throws(ResultStoreError) -> Bool { try setting("--redact") == "true" }

    private static func summary(of database: Database) throws -> StoreSummary {
        func counts(_ sql: String) throws -> [StoreSummary.Count] {
            // A damaged store may have something else for a text.
            try Row.fetchAll(database, sql: sql + " GROUP BY 1 ORDER BY 2 DESC, 1").map {
                StoreSummary.Count(name: try $0.text(at: 0), count: try $0.value(at: 1))
            }
        }
        var summary = StoreSummary()
        summary.inputs = try Int.fetchOne(database, sql: "SELECT count(*) FROM input") ?? 0
        let used = "SELECT count(image), count(DISTINCT image) FROM input"
        if let row = try Row.fetchOne(database, sql: used) {
            summary.images = try row.value(at: 1)
            summary.duplicates = try row.value(at: 0) - summary.images
        }
        if try database.tableExists("correction") {
            summary.corrections =
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM (SELECT DISTINCT sha256, page, \"index\" FROM correction)")
                ?? 0
        }
        summary.statuses = try counts("SELECT CAST(status AS TEXT), count(*) FROM results")
        summary.formats = try counts("SELECT format || ' ' || status, count(*) FROM results WHERE format IS NOT NULL")
        summary.errors = try counts(
            "SELECT CAST(error_code AS TEXT), count(*) FROM results WHERE error_code IS NOT NULL")
        let times = try Double.fetchAll(
            database,
            sql: """
                SELECT max(total_ms) AS t FROM result WHERE typeof(total_ms) IN ('real', 'integer')
                AND image IN (SELECT image FROM input) GROUP BY image, page ORDER BY t
                """)
        summary.pages = times.count
        if !times.isEmpty {
            summary.milliseconds = [0.5, 0.9, 0.99, 1].map { share in
                .init(
                    share: share, value: times[min(times.count - 1, Int((Double(times.count) * share).rounded(.down)))])
            }
        }
        summary.runs = try Row.fetchAll(
            database,
            sql: """
                SELECT strftime('%Y-%m-%d %H:%M:%S', started_ms / 1000, 'unixepoch'), (last_ms - started_ms) / 1000.0,
                    (SELECT count(*) FROM input WHERE input.run = run.id),
                    (SELECT count(*) FROM image WHERE image.run = run.id AND image.id IN (SELECT image FROM input))
                FROM run ORDER BY id
                """
        ).map { row in
            // A damaged store may have any number for a time, and then SQLite has none.
            .init(
                started: String.fromDatabaseValue(row[0]), seconds: Double.fromDatabaseValue(row[1]) ?? 0,
                inputs: try row.value(at: 2), images: try row.value(at: 3))
        }
        return summary
    }
}

extension StoredResults {
    /// Whether results may have the keys to chips.
    ///
    /// - Throws: `failed`.
    public func hasAccessKeys() throws(ResultStoreError) -> Bool { try setting("--access-keys") == "true" }

    private func setting(_ name: String) throws(ResultStoreError) -> String? {
        do {
            return try database.read { try ResultStore.settings($0)[name] }
        } catch {
            throw ResultStoreError(error)
        }
    }

    /// Whether people have corrected results.
    ///
    /// - Throws: `failed`.
    public func hasCorrections() throws(ResultStoreError) -> Bool {
        do {
            return try database.read { database in
                guard try database.tableExists("correction") else { return false }
                return try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM correction)") ?? false
            }
        } catch {
            throw ResultStoreError(error)
        }
    }
}
