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
        /// UTC.
        public let started: String
        /// From its start to its last commit.
        public let seconds: Double
        /// Inputs and different files that it was the last to read.
        public let inputs: Int
        public let images: Int
    }
}

extension StoredResults {
    /// - Throws: `failed`.
    public func summary() throws(StoreError) -> StoreSummary {
        do {
            return try database.read { database in try Self.summary(of: database) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Inputs that could not be read, in order, each with its code.
    ///
    /// - Throws: `failed`.
    public func failures(atMost count: Int) throws(StoreError) -> [(source: String, code: String)] {
        do {
            return try database.read { database in
                let rows = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT source, error_code FROM results WHERE status = 'error' ORDER BY position LIMIT ?
                        """, arguments: [count])
                return try rows.map { (try $0.text(at: 0), try $0.text(at: 1)) }
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Results that are neither verified nor failures, in order.
    ///
    /// - Throws: `notAStore` or `failed`.
    public func notVerified(atMost count: Int) throws(StoreError) -> [ResultRecord] {
        do {
            return try database.read { database in
                let rows = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT input.source, result.json FROM input JOIN result ON result.image = input.image
                        WHERE result.status IN ('unverified', 'not_found')
                        ORDER BY input.position, input.id, result.ordinal LIMIT ?
                        """, arguments: [count])
                return try rows.map { row in
                    guard var record = ResultRecord(try JSONValue(parsing: row.text(at: 1))) else {
                        throw StoreError(.notAStore, "The store holds something that is no result.")
                    }
                    record.source = try row.text(at: 0)
                    return record
                }
            }
        } catch {
            throw StoreError(error)
        }
    }

    private static func summary(of database: Database) throws -> StoreSummary {
        func counts(_ sql: String) throws -> [StoreSummary.Count] {
            try Row.fetchAll(database, sql: sql + " GROUP BY 1 ORDER BY 2 DESC, 1").map {
                StoreSummary.Count(name: try $0.text(at: 0), count: $0[1])
            }
        }
        var summary = StoreSummary()
        summary.inputs = try Int.fetchOne(database, sql: "SELECT count(*) FROM input") ?? 0
        let used = "SELECT count(image), count(DISTINCT image) FROM input"
        if let row = try Row.fetchOne(database, sql: used) {
            summary.images = row[1]
            summary.duplicates = row[0] - summary.images
        }
        summary.statuses = try counts("SELECT status, count(*) FROM results")
        summary.formats = try counts("SELECT format || ' ' || status, count(*) FROM results WHERE format IS NOT NULL")
        summary.errors = try counts("SELECT error_code, count(*) FROM results WHERE error_code IS NOT NULL")
        let times = try Double.fetchAll(
            database,
            sql: "SELECT max(total_ms) AS t FROM result WHERE total_ms NOT NULL GROUP BY image, page ORDER BY t")
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
                    (SELECT count(*) FROM image WHERE image.run = run.id)
                FROM run ORDER BY id
                """
        ).map { .init(started: $0[0], seconds: $0[1], inputs: $0[2], images: $0[3]) }
        return summary
    }
}

extension StoredResults {
    /// Whether results may have the keys to chips.
    ///
    /// - Throws: `failed`.
    public func hasAccessKeys() throws(StoreError) -> Bool {
        do {
            return try database.read { try ResultStore.settings($0)["--access-keys"] == "true" }
        } catch {
            throw StoreError(error)
        }
    }
}
