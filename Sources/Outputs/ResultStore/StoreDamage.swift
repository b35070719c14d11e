import GRDB
import Reporting

/// What a store has lost or holds otherwise than it was written.
public struct StoreDamage: Sendable, Equatable {
    /// One English sentence for each row, and for each thing that SQLite finds wrong. They name inputs and no result.
    public private(set) var sentences: [String] = []
    /// Whether the file's own structure is broken, so that nobody knows what is missing.
    public private(set) var isStructural = false
    /// Whether rows can be checked: those that an earlier version has written cannot, until the store is resumed.
    public private(set) var hasChecksums = true
    /// Rows of `input` and `image` that are not to be believed.
    private(set) var inputs: Set<Int> = []
    private(set) var images: Set<Int> = []
    /// Whether an option or a run is not as it was written.
    private(set) var isBeyondResults = false

    /// Whether there is any.
    public var isEmpty: Bool { sentences.isEmpty }

    /// SQL: whether nothing of an input and of its file is damaged, with `arguments`.
    static let isWhole = """
        (input.id NOT IN (SELECT value FROM json_each(:damagedInputs))
        AND ifnull(input.image NOT IN (SELECT value FROM json_each(:damagedImages)), TRUE))
        """

    /// What `isWhole` is asked with.
    var arguments: StatementArguments {
        func list(_ ids: Set<Int>) -> String { "[\(ids.map { "\($0)" }.joined(separator: ","))]" }
        return ["damagedInputs": list(inputs), "damagedImages": list(images)]
    }

    /// - Throws: what SQLite says that cannot even look.
    init(in database: Database) throws {
        let broken = try String.fetchAll(database, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
        if !broken.isEmpty {
            isStructural = true
            sentences += broken.map { "SQLite says: \($0.printable())." }
        }
        hasChecksums = try database.columns(in: "result").contains { $0.name == "checksum" }
        guard hasChecksums else { return }
        // One that was opened only to be looked at may be of an earlier version.
        let migration = try StoreSchema.migrator.appliedMigrations(database).last
        if try StoreSchema.declarations(in: database) != StoreSchema.declarations(upTo: migration) {
            isStructural = true
            sentences.append("The store's tables are not those that this program makes.")
        }
        try findRows(in: database)
    }

    private mutating func findRows(in database: Database) throws {
        // A run writes both before anything else.
        let isBegun = "EXISTS (SELECT 1 FROM input) OR EXISTS (SELECT 1 FROM image)"
        for (table, name) in [("setting", "options"), ("run", "runs")]
        where try Bool.fetchOne(database, sql: "SELECT (\(isBegun)) AND NOT EXISTS (SELECT 1 FROM \(table))") == true {
            sentences.append("The \(name) of the store are lost.")
        }
        try find(in: database, "SELECT NULL, NULL, name FROM setting", RowChecksum.setting) {
            "The option \($0) of the store is not as it was written."
        }
        try find(in: database, "SELECT NULL, NULL, id FROM run", RowChecksum.run(in: database)) {
            "Run \($0) of the store is not as it was written."
        }
        isBeyondResults = !sentences.isEmpty
        let source = "SELECT source FROM input WHERE input.image ="
        try find(in: database, "SELECT NULL, id, (\(source) image.id) FROM image", RowChecksum.image) {
            "The record of the file \($0) is not as it was written."
        }
        let results = "SELECT NULL, image, (\(source) result.image) || ', result ' || (ordinal + 1) FROM result"
        try find(in: database, results, RowChecksum.result) { "The result of \($0) is not as it was written." }
        try find(in: database, "SELECT id, NULL, source FROM input", RowChecksum.input) {
            "The record of the input \($0) is not as it was written."
        }
        if try database.tableExists("correction") {
            try find(in: database, "SELECT NULL, NULL, source FROM correction", RowChecksum.correction) {
                "A correction of \($0) is not as it was written."
            }
        }
        let lost = """
            SELECT NULL, id, (\(source) image.id) FROM image
            WHERE results <> (SELECT count(*) FROM result WHERE result.image = image.id)
            """
        try find(in: database, lost) { "Results of \($0) are lost." }
        let nowhere = """
            SELECT id, NULL, source FROM input
            WHERE image IS NOT NULL AND NOT EXISTS (SELECT 1 FROM image WHERE image.id = input.image)
            """
        try find(in: database, nowhere) { "The file of the input \($0) is lost." }
    }

    /// Takes up rows of an input, an image and a name.
    private mutating func find(
        in database: Database, _ sql: String, _ table: RowChecksum.Table? = nil, _ sentence: (String) -> String
    ) throws {
        let condition = table.map { " WHERE \($0.isBroken)" } ?? ""
        for row in try Row.fetchAll(database, sql: sql + condition) {
            sentences.append(sentence(Self.name(row[2]).printable()))
            if let input = Int.fromDatabaseValue(row[0]) { inputs.insert(input) }
            if let image = Int.fromDatabaseValue(row[1]) { images.insert(image) }
        }
    }

    private static func name(_ value: DatabaseValue) -> String {
        if let text = String.fromDatabaseValue(value) ?? Int.fromDatabaseValue(value).map({ "\($0)" }) { return text }
        return value.isNull ? "that no input has" : "with a damaged name"
    }

    /// Leaves out of the store what is not to be believed: inputs that had it are to be read again.
    func leaveOut(of database: Database) throws {
        let failure = ScanReport.Failure(code: "store_damaged", message: "What the store held of it is damaged.")
        for image in images {
            try database.execute(sql: "DELETE FROM result WHERE image = ?", arguments: [image])
            try database.execute(
                sql: "UPDATE input SET image = NULL, error_code = ?, error_message = ? WHERE image = ?",
                arguments: [failure.code, failure.message, image])
            try database.execute(sql: "DELETE FROM image WHERE id = ?", arguments: [image])
        }
        try database.execute(sql: "DELETE FROM correction WHERE \(RowChecksum.correction.isBroken)")
        for input in inputs {
            try database.execute(
                sql: """
                    UPDATE input SET size = NULL, modified_ns = NULL, image = NULL, error_code = ?, error_message = ?
                    WHERE id = ? AND typeof(source) = 'text' AND typeof(position) = 'integer'
                        AND typeof(run) = 'integer'
                    """, arguments: [failure.code, failure.message, input])
            // What has no name, or no place, cannot stay on record.
            if database.changesCount == 0 {
                try database.execute(sql: "DELETE FROM input WHERE id = ?", arguments: [input])
            }
        }
    }
}

extension StoredResults {
    /// Looks at every row: what is not as it was written, and what is lost.
    ///
    /// - Throws: `notAStore` or `failed`.
    public func damage() throws(ResultStoreError) -> StoreDamage {
        do {
            return try database.read { try StoreDamage(in: $0) }
        } catch {
            throw ResultStoreError(error)
        }
    }
}
