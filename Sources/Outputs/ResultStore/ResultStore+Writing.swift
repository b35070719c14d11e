import Foundation
import GRDB
import JSON
public import Reporting

/// What became of one input.
public struct StoredInput: Sendable {
    /// The input as it was named.
    public let source: String
    /// The input's place among those of the run, from 0.
    public let position: Int
    /// The stamp of the file as it was read; nil of what is no file.
    public let stamp: FileStamp?
    public let outcome: Outcome

    /// What became of it, as the store keeps it.
    public enum Outcome: Sendable {
        /// It was read: so many bytes, and their results, which replace those that the same bytes had before.
        case read(ImageHash, bytes: Int, [ResultRecord])
        /// Bytes whose results the store has, or gets in the same commit.
        case known(ImageHash)
        /// It could not be opened.
        case failed(ScanReport.Failure)
        /// Nothing about it has changed but perhaps its position.
        case unchanged
    }

    public init(source: String, position: Int, stamp: FileStamp?, outcome: Outcome) {
        self.source = source
        self.position = position
        self.stamp = stamp
        self.outcome = outcome
    }
}

extension ResultStore {
    /// Writes what became of some inputs, all or nothing; it is on the disk when this returns.
    ///
    /// - Throws: `full` or `failed`.
    public func commit(_ inputs: [StoredInput]) throws(ResultStoreError) {
        do {
            try database.write { database in
                let first = try Int.fetchOne(
                    database, sql: "SELECT first_position FROM run WHERE id = ?", arguments: [run])
                for input in inputs { try write(input, first ?? 0, in: database) }
                for folder in Set(inputs.flatMap { Self.folders(around: $0.source) }) {
                    try database.cachedStatement(
                        sql: "DELETE FROM input WHERE source = ? AND image IS NULL AND run <> ?"
                    ).execute(arguments: [folder, run])
                }
                try database.cachedStatement(sql: "UPDATE run SET last_ms = ? WHERE id = ?")
                    .execute(arguments: [Self.milliseconds(), run])
            }
        } catch {
            throw ResultStoreError(error)
        }
    }

    /// The folders and archives that an input lies in. What an earlier run could not open of them, this one has opened.
    private static func folders(around source: String) -> [String] {
        source.indices.filter { source[$0] == "/" && $0 > source.startIndex }.map { end in
            let folder = source[..<end]
            return String(folder.last == "!" ? folder.dropLast() : folder)
        }
    }

    private func write(_ input: StoredInput, _ first: Int, in database: Database) throws {
        let (position, isTooFar) = first.addingReportingOverflow(input.position)
        guard !isTooFar else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        switch input.outcome {
        case .unchanged:
            try database.cachedStatement(sql: "UPDATE input SET position = ? WHERE source = ? AND position <> ?")
                .execute(arguments: [position, input.source, position])
            // A relative name may have begun elsewhere, or where nobody had noted.
            if !input.source.hasPrefix("/") {
                try database.cachedStatement(
                    sql: """
                        UPDATE input SET run = :run WHERE source = :source AND run <> :run
                        AND (SELECT folder FROM run WHERE id = input.run) IS NOT \
                        (SELECT folder FROM run WHERE id = :run)
                        """
                ).execute(arguments: ["run": run, "source": input.source])
            }
        case .failed(let failure):
            try write(input, position, image: nil, failure, in: database)
        case .known(let hash):
            try write(input, position, image: hash, nil, in: database)
        case .read(let hash, let bytes, let records):
            try write(records, of: hash, bytes: bytes, in: database)
            try write(input, position, image: hash, nil, in: database)
        }
    }

    private func write(
        _ input: StoredInput, _ position: Int, image: ImageHash?, _ failure: ScanReport.Failure?, in database: Database
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO input (source, position, size, modified_ns, image, error_code, error_message, run)
                VALUES (:source, :position, :size, :modified, (SELECT id FROM image WHERE sha256 = :hash), :code,
                    :message, :run)
                ON CONFLICT (source) DO UPDATE SET position = excluded.position, size = excluded.size,
                    modified_ns = excluded.modified_ns, image = excluded.image, error_code = excluded.error_code,
                    error_message = excluded.error_message, run = excluded.run
                """)
        try statement.execute(arguments: [
            "source": input.source, "position": position, "size": input.stamp?.size,
            "modified": input.stamp?.modified, "hash": image.map { Data($0.bytes) }, "code": failure?.code,
            "message": failure?.message, "run": run,
        ])
    }

    private func write(_ records: [ResultRecord], of hash: ImageHash, bytes: Int, in database: Database) throws {
        let sha = Data(hash.bytes)
        try database.cachedStatement(
            sql: """
                INSERT INTO image (sha256, bytes, run, results) VALUES (?, ?, ?, ?)
                ON CONFLICT (sha256) DO UPDATE SET run = excluded.run, results = excluded.results
                """
        ).execute(arguments: [sha, bytes, run, records.count])
        let image = try Int.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM image WHERE sha256 = ?"), arguments: [sha])
        try database.cachedStatement(sql: "DELETE FROM result WHERE image = ?").execute(arguments: [image])
        let insertion = try database.cachedStatement(
            sql: """
                INSERT INTO result (image, ordinal, page, "index", status, format, error_code, total_ms, json)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for (ordinal, record) in records.enumerated() {
            var record = record
            // Inputs have names, and several may have the same bytes.
            record.source = ""
            try insertion.execute(arguments: [
                image, ordinal, record.page, record.index, record.status.rawValue, record.format, record.errorCode,
                record.totalMilliseconds, record.json.text,
            ])
        }
    }
}
