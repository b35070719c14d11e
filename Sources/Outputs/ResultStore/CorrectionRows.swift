import Foundation
import GRDB
import JSON
import Reporting

/// The table `correction`, read once: what was made of which result.
struct CorrectionRows {
    /// A result by its file's content and its place in it, so that reading the file again keeps what was made of it.
    struct Place: Hashable {
        let image: Data
        let page: Int?
        let index: Int
    }

    private var byPlace: [Place: [Correction]] = [:]

    /// - Throws: what SQLite says, and `notAStore`.
    init(in database: Database) throws {
        // A store of an earlier version has none.
        guard try database.tableExists("correction") else { return }
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT sha256, page, "index", clerk, made_ms, before, after FROM correction
                WHERE NOT (\(RowChecksum.correction.isBroken)) ORDER BY id
                """)
        while let row = try rows.next() {
            let before = try JSONValue(parsing: row.text(at: 5)).array ?? []
            let place = Place(
                image: try row.value(at: 0), page: row.hasValue(at: 1) ? try row.value(at: 1) : nil,
                index: try row.value(at: 2))
            byPlace[place, default: []].append(
                Correction(
                    clerk: try row.text(at: 3), time: try row.value(at: 4), before: before.compactMap(\.string),
                    after: try JSONValue(parsing: row.text(at: 6))))
        }
    }

    subscript(image: Data, record: ResultRecord) -> [Correction] {
        byPlace[Place(image: image, page: record.page, index: record.index)] ?? []
    }
}
