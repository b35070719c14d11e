import JSON
import LiveScanning
import MRZParsing
import Reporting
import Scanning

/// What the program writes for other programs, as JSON Schema 2020-12 has it.
///
/// Keys and words may be added under the same version, so none are forbidden; the words that there are stand under
/// `x-words`, for those who want to hold the program to them.
enum ResultSchema {
    /// An object that the program writes.
    enum Name: String, CaseIterable {
        /// One line of `--format jsonl`, of `parse`, `export` and uploads.
        case result
        /// One line of a live scan before its results.
        case progress
        /// One line of a live scan with a result.
        case liveResult
        /// What an HTTP request is answered with that is refused.
        case error
        /// One line of `pipe`.
        case answer
        /// `report --format json`.
        case report

        fileprivate var schema: JSONValue {
            switch self {
            case .result: ResultSchema.result
            case .progress: ResultSchema.progress
            case .liveResult: ResultSchema.liveResult
            case .error: ResultSchema.problem
            case .answer: ResultSchema.answer
            case .report: ResultSchema.report
            }
        }
    }

    /// A whole document: that of one object, or of any of them.
    static func document(of name: Name?) -> JSONValue {
        let any = Name.allCases.map { JSONValue.object([.init("$ref", .string("#/$defs/\($0.rawValue)"))]) }
        return .object([
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("$id", .string("urn:mrz-scan:schema:\(ScanReport.schema)\(name.map { ":\($0.rawValue)" } ?? "")")),
            .init("title", .string("What mrz-scan writes, schema \(ScanReport.schema)")),
            name.map { .init("$ref", .string("#/$defs/\($0.rawValue)")) } ?? .init("anyOf", .array(any)),
            .init("$defs", .object(definitions(Name.allCases))),
        ])
    }

    /// The objects by name.
    static func definitions(_ names: [Name]) -> [JSONValue.Member] { names.map { .init($0.rawValue, $0.schema) } }

    // MARK: Objects

    private static let result = object(
        "One MRZ, or one page or input without one or that could not be read.",
        required: ["schema", "source", "index", "status"], resultKeys,
        [
            .init(
                "allOf",
                [
                    when("status", in: ["verified", "unverified"], then: required(["format", "checks", "reasons"])),
                    when("status", in: ["error"], then: required(["error"]), else: forbidden("error")),
                    when("status", in: ["not_found", "error"], then: forbidden("format")),
                    when("status", in: ["verified", "unverified", "error"], then: forbidden("unmatchedLines")),
                    when(
                        "status", in: ["verified"],
                        then: ["properties": ["reasons": ["type": "array", "maxItems": .integer(0)]]]),
                ])
        ])

    private static let resultKeys: [(String, JSONValue)] = [
        ("schema", ["const": .integer(ScanReport.schema)]),
        ("source", text("The input as it was named.")),
        ("page", count("From 1.", from: 1)), ("textLine", count("Of a text, from 1.", from: 1)),
        ("index", count("Counts the MRZs of a page, a text or a live scan, from 0.", from: 0)),
        ("status", status),
        ("format", words(MRZFormat.all.map(\.name))),
        ("lines", list(["type": "string", "pattern": "^[A-Z0-9<]+$"])),
        ("fields", ["type": "object", "additionalProperties": ["type": "string"]]),
        ("checks", map(enumeration(["valid", "invalid", "absent"]))),
        ("assurance", map(enumeration(["ownCheckDigit", "composite", "none"]))),
        ("blindSpots", map(list(place(["used": character, "twins": ["type": "string"]])))),
        ("blindPairs", list(list(place(["used": character, "twin": character])))),
        (
            "repairs",
            list(
                place(
                    ["read": character, "used": character, "reason": words(["alphabet", "checkDigit", "gap"])]))
        ),
        ("warnings", list(words(Warning.allCases.map(\.rawValue)))),
        (
            "reasons",
            list(
                object(
                    "Why it is not verified.", required: ["code"],
                    [
                        ("code", words(reasons)), ("field", ["type": "string"]), ("line", count(nil, from: 1)),
                        ("column", count(nil, from: 1)), ("expected", ["type": "string"]), ("actual", character),
                    ]))
        ),
        ("confidence", ["type": "number", "minimum": .integer(0), "maximum": .integer(1)]),
        ("quad", list(list(["type": "number"], of: 2), of: 4)),
        ("rotation", ["type": "number", "minimum": .integer(0), "exclusiveMaximum": .integer(360)]),
        ("mirrored", ["type": "boolean"]),
        ("accessKeys", map(["type": "string"])),
        ("unmatchedLines", list(["type": "string", "pattern": "^[A-Z0-9<?]+$"])),
        (
            "quality",
            object(
                "How the picture shows the zone.", required: [],
                [
                    ("pitch", number), ("sharpness", number), ("paper", number), ("contrast", ["type": "number"]),
                    ("glare", number), ("faults", list(words(ZoneQuality.Fault.allCases.map(\.rawValue)))),
                ])
        ),
        (
            "timing",
            object(
                "Milliseconds.", required: ["totalMs"],
                ["decodeMs", "detectMs", "recognizeMs", "totalMs"].map { ($0, number) })
        ),
        ("error", failure(errors)),
        (
            "correction",
            object(
                "What a person made of it, in an export.", required: ["by", "at", "before", "lines"],
                [
                    ("by", ["type": "string"]), ("at", ["type": "string", "format": "date-time"]),
                    ("before", list(["type": "string"])), ("format", words(MRZFormat.all.map(\.name))),
                    ("lines", list(["type": "string", "pattern": "^[A-Z0-9<]+$"])),
                    ("fields", ["type": "object", "additionalProperties": ["type": "string"]]),
                    ("checks", map(enumeration(["valid", "invalid", "absent"]))),
                ])
        ),
    ]

    private static let progress = object(
        "How far the reading of a live picture has come.",
        required: ["type", "stateIndex", "state", "hint", "message"],
        [
            ("type", ["const": "progress"]),
            ("stateIndex", ["type": "integer", "minimum": .integer(0), "maximum": .integer(3)]),
            ("state", enumeration(ScanProgress.allCases.map(\.name))),
            ("hint", words(ScanHint.allCases.map(\.rawValue))), ("message", ["type": "string"]),
        ])

    private static let liveResult: JSONValue = .object([
        .init("description", "A document before a camera."),
        .init("allOf", [["$ref": "#/$defs/result"]]),
        .init("type", "object"), .init("required", ["type"]),
        .init("properties", ["type": ["const": "result"]]),
    ])

    private static let problem = object(
        "Why a request was refused.", required: ["error"], [("error", failure(problems))])

    private static let answer = object(
        "What a line of pipe is answered with.", required: ["schema", "line", "status", "results"],
        [
            ("schema", ["const": .integer(ScanReport.schema)]), ("line", count("From 1.", from: 1)),
            ("id", ["type": ["string", "integer"]]), ("status", status),
            (
                "results",
                .object([
                    .init("type", "array"), .init("minItems", .integer(1)),
                    .init("items", ["$ref": "#/$defs/result"]),
                ])
            ),
        ])

    private static let report = object(
        "What the results of a store amount to.",
        required: [
            "schema", "inputs", "files", "duplicates", "results", "notVerified", "notRead", "slowest",
            "lowestConfidence", "damage",
        ],
        [
            ("schema", ["const": .integer(ScanReport.schema)]), ("inputs", count(nil, from: 0)),
            ("files", count(nil, from: 0)), ("duplicates", count(nil, from: 0)),
            ("corrections", count(nil, from: 0)), ("results", map(count(nil, from: 0))),
            ("layouts", map(count(nil, from: 0))), ("errors", map(count(nil, from: 0))), ("pages", count(nil, from: 0)),
            ("milliseconds", map(number)),
            (
                "runs",
                list(
                    object(
                        nil, required: [],
                        [
                            ("started", ["type": "string", "format": "date-time"]), ("seconds", ["type": "number"]),
                            ("inputs", count(nil, from: 0)), ("files", count(nil, from: 0)),
                        ]))
            ),
            ("notVerified", list(["$ref": "#/$defs/result"])),
            (
                "notRead",
                list(
                    object(
                        nil, required: ["source", "code"],
                        [
                            ("source", ["type": "string"]), ("code", words(errors)),
                        ]))
            ),
            ("slowest", list(["$ref": "#/$defs/result"])), ("lowestConfidence", list(["$ref": "#/$defs/result"])),
            ("damage", list(["type": "string"])),
        ])

    // MARK: Words, as docs/results.md and docs/server.md have them

    private static let reasons = [
        "checkDigit", "illegalCharacter", "impossibleDate", "unknownExpiry", "fixedText", "documentCode", "emptyField",
        "unknownState", "noCheckDigits", "gap", "unsureGlyph", "ambiguousGlyph", "disputedGlyph",
        "decidedByCheckDigit", "weakEvidence", "incompleteZone", "obscuredGlyph", "printBeyond", "mixedPrint",
        "tooSmallPrint", "tooFaintPrint", "damagedInput", "otherTypeface",
    ]

    private static let errors = [
        "not_found", "permission_denied", "is_a_directory", "not_a_directory", "not_a_file", "no_images",
        "unreadable_name", "is_empty", "too_many_bytes", "too_many_pixels", "too_many_pages", "too_many_entries",
        "nested_too_deeply", "no_such_page", "not_an_image", "unsupported", "encrypted", "timed_out", "truncated",
        "damaged", "out_of_memory", "io", "engine_failed", "worker_crashed", "worker_timed_out",
        "worker_out_of_memory", "bad_request", "store_damaged",
    ]

    private static let problems = [
        "not_found", "method_not_allowed", "dialect", "websocket", "host", "origin", "token", "busy", "too_many_bytes",
        "timeout", "malformed", "no_scan",
    ]

    // MARK: Shorthand

    private static let status = enumeration(ScanReport.Status.allCases.map(\.rawValue))
    private static let number: JSONValue = ["type": "number", "minimum": .integer(0)]
    private static let character: JSONValue = ["type": "string", "pattern": "^[A-Z0-9<]$"]

    private static func text(_ description: String) -> JSONValue {
        ["description": .string(description), "type": "string"]
    }

    private static func count(_ description: String?, from min: Int) -> JSONValue {
        .object(
            (description.map { [.init("description", .string($0))] } ?? [])
                + [.init("type", "integer"), .init("minimum", .integer(min))])
    }

    private static func enumeration(_ words: [String]) -> JSONValue { ["enum": .array(words.map { .string($0) })] }

    /// Words of which there may be more in time.
    private static func words(_ words: [String]) -> JSONValue {
        ["type": "string", "x-words": .array(words.map { .string($0) })]
    }

    private static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

    private static func list(_ items: JSONValue, of count: Int) -> JSONValue {
        ["type": "array", "items": items, "minItems": .integer(count), "maxItems": .integer(count)]
    }

    private static func map(_ values: JSONValue) -> JSONValue { ["type": "object", "additionalProperties": values] }

    private static func place(_ keys: KeyValuePairs<String, JSONValue>) -> JSONValue {
        object(
            nil, required: ["line", "column"],
            [("line", count(nil, from: 1)), ("column", count(nil, from: 1))] + keys.map { ($0.key, $0.value) })
    }

    private static func failure(_ codes: [String]) -> JSONValue {
        object(
            "What went wrong: a stable word and an English sentence.", required: ["code", "message"],
            [("code", words(codes)), ("message", ["type": "string"])])
    }

    private static func object(
        _ description: String?, required: [String], _ keys: [(String, JSONValue)], _ more: [JSONValue.Member] = []
    ) -> JSONValue {
        .object(
            (description.map { [.init("description", .string($0))] } ?? [])
                + [
                    .init("type", "object"), .init("required", .array(required.map { .string($0) })),
                    .init("properties", .object(keys.map { .init($0.0, $0.1) })),
                ] + more)
    }

    private static func when(
        _ key: String, in words: [String], then: JSONValue, else otherwise: JSONValue? = nil
    ) -> JSONValue {
        .object(
            [
                .init("if", ["properties": .object([.init(key, enumeration(words))])]), .init("then", then),
            ] + (otherwise.map { [.init("else", $0)] } ?? []))
    }

    private static func required(_ keys: [String]) -> JSONValue {
        ["required": .array(keys.map { .string($0) })]
    }

    private static func forbidden(_ key: String) -> JSONValue { ["not": required([key])] }
}
