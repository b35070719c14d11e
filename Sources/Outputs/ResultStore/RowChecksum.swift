import Crypto
import GRDB

/// What tells that a row is as it was written: SQLite itself sees to its pages' shape, not to what stands in them.
enum RowChecksum {
    /// A table and what its rows are checked by: everything but the checksum and what is written anew with each commit.
    struct Table {
        let name: String
        /// The columns of its key.
        let key: [String]
        let columns: [String]

        /// SQL: what the checksum of a row should be.
        var expected: String { "row_checksum(" + columns.map { "\(name).\($0)" }.joined(separator: ", ") + ")" }

        /// SQL: whether a row is not as it was written.
        var isBroken: String { "\(name).checksum IS NOT \(expected)" }
    }

    static let setting = Table(name: "setting", key: ["name"], columns: ["name", "value"])
    /// The table `run` before version 4, which has a folder.
    private static let earlierRun = Table(
        name: "run", key: ["id"], columns: ["id", "program", "inputs", "first_position", "started_ms"])
    private static let run = Table(name: "run", key: ["id"], columns: earlierRun.columns + ["folder"])
    static let image = Table(name: "image", key: ["id"], columns: ["id", "sha256", "bytes", "run", "results"])
    static let result = Table(
        name: "result", key: ["image", "ordinal"],
        columns: [
            "image", "ordinal", "page", "\"index\"", "status", "format", "error_code", "total_ms", "json",
        ])
    static let input = Table(
        name: "input", key: ["id"],
        columns: [
            "id", "source", "position", "size", "modified_ns", "image", "error_code", "error_message", "run",
        ])
    /// The tables that had none in the first version.
    static let tables = [setting, earlierRun, image, result, input]
    static let correction = Table(
        name: "correction", key: ["id"],
        columns: ["id", "sha256", "source", "page", "\"index\"", "clerk", "made_ms", "before", "after"])

    /// Adds a checksum to every row there is, and what keeps it right: rows can be written by a connection with
    /// `function` only.
    static var migration: String {
        "ALTER TABLE image ADD COLUMN results INTEGER NOT NULL DEFAULT 0;\n"
            + "UPDATE image SET results = (SELECT count(*) FROM result WHERE result.image = image.id);\n"
            + tables.map(migration(of:)).joined()
    }

    /// The statements of the migration for one table.
    static func migration(of table: Table) -> String {
        """
        ALTER TABLE \(table.name) ADD COLUMN checksum INTEGER;
        \(update(of: table));
        \(triggers(of: table))
        """
    }

    /// Adds the folder of a run. What was damaged before stays so: it gets no new checksum.
    static var folderMigration: String {
        """
        DROP TRIGGER run_added;
        DROP TRIGGER run_changed;
        ALTER TABLE run ADD COLUMN folder TEXT;
        \(update(of: run)) WHERE NOT (\(earlierRun.isBroken));
        \(triggers(of: run))
        """
    }

    /// The table `run` as an open store has it.
    ///
    /// - Throws: what SQLite says.
    static func run(in database: Database) throws -> Table {
        try StoreSchema.hasFolders(database) ? run : earlierRun
    }

    private static func update(of table: Table) -> String {
        "UPDATE \(table.name) SET checksum = \(table.expected)"
    }

    private static func triggers(of table: Table) -> String {
        let update = update(of: table)
        let row = table.key.map { "\(table.name).\($0) = NEW.\($0)" }.joined(separator: " AND ")
        return """
            CREATE TRIGGER \(table.name)_added AFTER INSERT ON \(table.name)
            BEGIN \(update) WHERE \(row); END;
            CREATE TRIGGER \(table.name)_changed AFTER UPDATE OF \(table.columns.joined(separator: ", "))
            ON \(table.name) BEGIN \(update) WHERE \(row); END;

            """
    }

    /// `row_checksum(…)`: the first eight bytes of the SHA-256 of all values, each with its kind and its length. It has
    /// no key: it finds accidents, and nobody who means to change a row.
    static let function = DatabaseFunction("row_checksum", pure: true) { values in
        var hash = SHA256()
        func add(_ kind: Character, _ bytes: some Sequence<UInt8>) {
            let bytes = Array(bytes)
            hash.update(data: Array("\(kind)\(bytes.count):".utf8))
            hash.update(data: bytes)
        }
        for value in values {
            switch value.storage {
            case .null: add("n", [])
            case .int64(let number): add("i", "\(number)".utf8)
            case .double(let number): add("r", "\(number.bitPattern)".utf8)
            case .string(let text): add("s", text.utf8)
            case .blob(let data): add("b", data)
            }
        }
        return hash.finalize().prefix(8).reduce(into: Int64(0)) { $0 = $0 << 8 | Int64($1) }
    }
}
