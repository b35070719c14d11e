-- A store of version 3 as mrz-scan 0.2.0 wrote it, from the folder Samples: .dump of the sqlite3 program.
PRAGMA application_id = 1297242707;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1');
INSERT INTO grdb_migrations VALUES('2');
INSERT INTO grdb_migrations VALUES('3');
CREATE TABLE setting (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
, checksum INTEGER) WITHOUT ROWID;
INSERT INTO setting VALUES('--access-keys','false',3459790611004589324);
INSERT INTO setting VALUES('--engine','network',-1115344816853561007);
INSERT INTO setting VALUES('--max-bytes','268435456',1624969493338493903);
INSERT INTO setting VALUES('--max-pages','1000',-5902849085894099804);
INSERT INTO setting VALUES('--max-pixels','200000000',6152173009696568660);
INSERT INTO setting VALUES('--model','built-in',-3977813475579269394);
INSERT INTO setting VALUES('--redact','false',2458974510283918751);
INSERT INTO setting VALUES('--threshold','none',2194224933689061591);
INSERT INTO setting VALUES('--today','2026-11-23',-1300002574155254818);
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    program TEXT NOT NULL,
    inputs TEXT NOT NULL,
    first_position INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL
, checksum INTEGER);
INSERT INTO run VALUES(1,'0.2.0','--files-from=-',0,1795437589849,1795437590035,-7680822146312718985);
CREATE TABLE image (
    id INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
    bytes INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES run (id)
, results INTEGER NOT NULL DEFAULT 0, checksum INTEGER);
INSERT INTO image VALUES(1,X'5e1bf585f0536a6188238b62e3b570a55ac3e3a8aacf03421ee72c423c1acf93',4333,1,1,-5712516176946436861);
INSERT INTO image VALUES(2,X'b0a6ce39ac9949fbe46ac614f6e54bb10b4357368d9e85fa3e75944505836e68',38182,1,1,-4056136893166967507);
CREATE TABLE result (
    image INTEGER NOT NULL REFERENCES image (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    page INTEGER,
    "index" INTEGER NOT NULL,
    status TEXT NOT NULL,
    format TEXT,
    error_code TEXT,
    total_ms REAL,
    json TEXT NOT NULL, checksum INTEGER,
    PRIMARY KEY (image, ordinal)
) WITHOUT ROWID;
INSERT INTO result VALUES(1,0,1,0,'not_found',NULL,NULL,101.79999999999999715,'{"schema":1,"source":"","page":1,"index":0,"status":"not_found","timing":{"decodeMs":6,"detectMs":89.8,"recognizeMs":0,"totalMs":101.8}}',4261016975160484963);
INSERT INTO result VALUES(2,0,1,0,'unverified','TD1',NULL,130.80000000000001136,'{"schema":1,"source":"","page":1,"index":0,"status":"unverified","format":"TD1","lines":["ACEST5946446431<<<<<<<<<<<<<<<","7106196F3011146EST<<<<<<<<<<<6","KUROSHIMA<<ALMA<ANNA<JOSE<<<<<"],"fields":{"documentType":"AC","issuingState":"EST","surname":"KUROSHIMA","givenNames":"ALMA ANNA JOSE","documentNumber":"594644643","nationality":"EST","dateOfBirth":"710619","gender":"F","dateOfExpiry":"301114","optionalData":"","optionalData2":"","dateOfBirthISO":"1971-06-19","dateOfExpiryISO":"2030-11-14","issuingStateName":"Estonia","nationalityName":"Estonia"},"checks":{"documentNumber":"valid","dateOfBirth":"valid","dateOfExpiry":"valid","composite":"invalid"},"assurance":{"documentType":"none","issuingState":"none","surname":"none","givenNames":"none","documentNumber":"ownCheckDigit","nationality":"none","dateOfBirth":"ownCheckDigit","gender":"none","dateOfExpiry":"ownCheckDigit","optionalData":"none","optionalData2":"none"},"blindSpots":{"documentNumber":[{"line":1,"column":9,"used":"6","twins":"G"},{"line":1,"column":12,"used":"6","twins":"G"}]},"blindPairs":[],"repairs":[],"warnings":[],"reasons":[{"code":"checkDigit","field":"composite","line":2,"column":30,"expected":"2","actual":"6"}],"confidence":1,"quad":[[73,311.2],[644.3,311.7],[644.5,395.3],[72.9,394.6]],"rotation":0.1,"mirrored":false,"quality":{"pitch":19,"sharpness":0.49,"paper":223,"contrast":151,"glare":0,"faults":[]},"timing":{"decodeMs":3.2,"detectMs":14.7,"recognizeMs":106.4,"totalMs":130.8}}',639621038700839031);
CREATE TABLE input (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    size INTEGER,
    modified_ns INTEGER,
    image INTEGER REFERENCES image (id),
    error_code TEXT,
    error_message TEXT,
    run INTEGER NOT NULL REFERENCES run (id), checksum INTEGER,
    CHECK ((image IS NULL) = (error_code IS NOT NULL))
);
INSERT INTO input VALUES(1,'gone.jpg',2,NULL,NULL,NULL,'not_found','There is no such file.',1,6399864795944729325);
INSERT INTO input VALUES(2,'negatives/207-white.jpg',1,4333,1795434502578436806,1,NULL,NULL,1,-7577402853374070487);
INSERT INTO input VALUES(3,'td1/103-scan-rgb.jpg',0,38182,1795434502586436806,2,NULL,NULL,1,-6001876599262180914);
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
, checksum INTEGER);
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
CREATE TRIGGER setting_added AFTER INSERT ON setting
BEGIN UPDATE setting SET checksum = row_checksum(setting.name, setting.value) WHERE setting.name = NEW.name; END;
CREATE TRIGGER setting_changed AFTER UPDATE OF name, value
ON setting BEGIN UPDATE setting SET checksum = row_checksum(setting.name, setting.value) WHERE setting.name = NEW.name; END;
CREATE TRIGGER run_added AFTER INSERT ON run
BEGIN UPDATE run SET checksum = row_checksum(run.id, run.program, run.inputs, run.first_position, run.started_ms) WHERE run.id = NEW.id; END;
CREATE TRIGGER run_changed AFTER UPDATE OF id, program, inputs, first_position, started_ms
ON run BEGIN UPDATE run SET checksum = row_checksum(run.id, run.program, run.inputs, run.first_position, run.started_ms) WHERE run.id = NEW.id; END;
CREATE TRIGGER image_added AFTER INSERT ON image
BEGIN UPDATE image SET checksum = row_checksum(image.id, image.sha256, image.bytes, image.run, image.results) WHERE image.id = NEW.id; END;
CREATE TRIGGER image_changed AFTER UPDATE OF id, sha256, bytes, run, results
ON image BEGIN UPDATE image SET checksum = row_checksum(image.id, image.sha256, image.bytes, image.run, image.results) WHERE image.id = NEW.id; END;
CREATE TRIGGER result_added AFTER INSERT ON result
BEGIN UPDATE result SET checksum = row_checksum(result.image, result.ordinal, result.page, result."index", result.status, result.format, result.error_code, result.total_ms, result.json) WHERE result.image = NEW.image AND result.ordinal = NEW.ordinal; END;
CREATE TRIGGER result_changed AFTER UPDATE OF image, ordinal, page, "index", status, format, error_code, total_ms, json
ON result BEGIN UPDATE result SET checksum = row_checksum(result.image, result.ordinal, result.page, result."index", result.status, result.format, result.error_code, result.total_ms, result.json) WHERE result.image = NEW.image AND result.ordinal = NEW.ordinal; END;
CREATE TRIGGER input_added AFTER INSERT ON input
BEGIN UPDATE input SET checksum = row_checksum(input.id, input.source, input.position, input.size, input.modified_ns, input.image, input.error_code, input.error_message, input.run) WHERE input.id = NEW.id; END;
CREATE TRIGGER input_changed AFTER UPDATE OF id, source, position, size, modified_ns, image, error_code, error_message, run
ON input BEGIN UPDATE input SET checksum = row_checksum(input.id, input.source, input.position, input.size, input.modified_ns, input.image, input.error_code, input.error_message, input.run) WHERE input.id = NEW.id; END;
CREATE INDEX correction_by_image ON correction (sha256);
CREATE TRIGGER correction_added AFTER INSERT ON correction
BEGIN UPDATE correction SET checksum = row_checksum(correction.id, correction.sha256, correction.source, correction.page, correction."index", correction.clerk, correction.made_ms, correction.before, correction.after) WHERE correction.id = NEW.id; END;
CREATE TRIGGER correction_changed AFTER UPDATE OF id, sha256, source, page, "index", clerk, made_ms, before, after
ON correction BEGIN UPDATE correction SET checksum = row_checksum(correction.id, correction.sha256, correction.source, correction.page, correction."index", correction.clerk, correction.made_ms, correction.before, correction.after) WHERE correction.id = NEW.id; END;
COMMIT;
