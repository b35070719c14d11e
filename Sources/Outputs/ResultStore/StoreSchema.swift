import GRDB

/// The tables, as `docs/batch.md` describes them.
enum StoreSchema {
    /// `PRAGMA application_id`: `MRZS`.
    static let applicationID = 0x4D52_5A53

    /// SQL: what stands at a path of a result's JSON; NULL of a damaged one, which may be none.
    static func value(_ path: String) -> String {
        "CASE WHEN json_valid(result.json) THEN json_extract(result.json, '\(path)') END"
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: version1)
        }
        migrator.registerMigration("2") { database in try database.execute(sql: RowChecksum.migration) }
        migrator.registerMigration("3") { database in
            try database.execute(sql: corrections + RowChecksum.migration(of: RowChecksum.correction))
        }
        migrator.registerMigration("4") { database in try database.execute(sql: RowChecksum.folderMigration) }
        return migrator
    }

    /// Whether a store has the folders of its runs: version 4 and later.
    ///
    /// - Throws: what SQLite says.
    static func hasFolders(_ database: Database) throws -> Bool {
        try database.columns(in: "run").contains { $0.name == "folder" }
    }

    /// What makes every connection able to write to the store, and to check it.
    static func prepare(_ database: Database) throws {
        database.add(function: RowChecksum.function)
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }

    /// The tables, views, indices and triggers of a new store.
    ///
    /// - Parameter migration: the last one that it has had; nil for all there are.
    /// - Throws: what SQLite says.
    static func declarations(upTo migration: String? = nil) throws -> [String] {
        var configuration = Configuration()
        configuration.prepareDatabase(prepare)
        let queue = try DatabaseQueue(configuration: configuration)
        if let migration { try migrator.migrate(queue, upTo: migration) } else { try migrator.migrate(queue) }
        return try queue.read { try declarations(in: $0) }
    }

    /// The declarations of an open store, but for what SQLite adds itself, as for `ANALYZE`.
    static func declarations(in database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT type || ' ' || name || ' ' || sql FROM sqlite_master
                WHERE sql NOT NULL AND name NOT LIKE 'grdb!_%' ESCAPE '!' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
                ORDER BY type, name
                """)
    }

    /// What people made of results. Results may be read again and written anew; these stay as they are.
    private static let corrections = """
        CREATE TABLE correction (
            id INTEGER PRIMARY KEY,
            sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
            source TEXT NOT NULL,
            page INTEGER,
            "index" INTEGER NOT NULL,
            clerk TEXT NOT NULL,
            made_ms INTEGER NOT NULL,
            before TEXT NOT NULL,
            after TEXT NOT NULL
        );
        CREATE INDEX correction_by_image ON correction (sha256);

        """

    private static let version1 = """
        CREATE TABLE setting (
            name TEXT PRIMARY KEY NOT NULL,
            value TEXT NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE run (
            id INTEGER PRIMARY KEY,
            program TEXT NOT NULL,
            inputs TEXT NOT NULL,
            first_position INTEGER NOT NULL,
            started_ms INTEGER NOT NULL,
            last_ms INTEGER NOT NULL
        );

        CREATE TABLE image (
            id INTEGER PRIMARY KEY,
            sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
            bytes INTEGER NOT NULL,
            run INTEGER NOT NULL REFERENCES run (id)
        );

        CREATE TABLE result (
            image INTEGER NOT NULL REFERENCES image (id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            page INTEGER,
            "index" INTEGER NOT NULL,
            status TEXT NOT NULL,
            format TEXT,
            error_code TEXT,
            total_ms REAL,
            json TEXT NOT NULL,
            PRIMARY KEY (image, ordinal)
        ) WITHOUT ROWID;

        CREATE TABLE input (
            id INTEGER PRIMARY KEY,
            source TEXT NOT NULL UNIQUE,
            position INTEGER NOT NULL,
            size INTEGER,
            modified_ns INTEGER,
            image INTEGER REFERENCES image (id),
            error_code TEXT,
            error_message TEXT,
            run INTEGER NOT NULL REFERENCES run (id),
            CHECK ((image IS NULL) = (error_code IS NOT NULL))
        );
        CREATE INDEX input_by_position ON input (position, id);
        CREATE INDEX input_by_image ON input (image);

        CREATE VIEW results AS
        SELECT
            input.source AS source,
            result.page AS page,
            coalesce(result."index", 0) AS "index",
            coalesce(result.status, 'error') AS status,
            result.format AS format,
            json_extract(result.json, '$.lines[0]') AS line1,
            json_extract(result.json, '$.lines[1]') AS line2,
            json_extract(result.json, '$.lines[2]') AS line3,
            json_extract(result.json, '$.fields.surname') AS surname,
            json_extract(result.json, '$.fields.givenNames') AS given_names,
            json_extract(result.json, '$.fields.documentNumber') AS document_number,
            json_extract(result.json, '$.fields.dateOfBirthISO') AS date_of_birth,
            json_extract(result.json, '$.fields.dateOfExpiryISO') AS date_of_expiry,
            coalesce(result.error_code, input.error_code) AS error_code,
            result.total_ms AS total_ms,
            lower(hex(image.sha256)) AS sha256,
            input.position AS position
        FROM input
        LEFT JOIN image ON image.id = input.image
        LEFT JOIN result ON result.image = input.image;
        """
}
