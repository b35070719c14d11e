import JSON
import MRZParsing
import Reporting

/// The HTTP interface of `serve` in the words of OpenAPI 3.1: what `/openapi.json` answers.
enum OpenAPIDocument {
    static let json: JSONValue = .object([
        .init("openapi", "3.1.0"),
        .init(
            "info",
            [
                "title": "mrz-scan", "version": .string(MRZScan.version),
                "summary": "Reads the machine-readable zone of identity documents.",
                "description": """
                Uploads are held in memory while they are read, and kept nowhere. What is under /v1 keeps its meaning; \
                keys may be added to results.
                """,
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ]),
        .init("servers", [["url": "/"]]),
        // On the loopback address nothing is asked for unless --token says so.
        .init("security", [[:], ["bearer": []], ["address": []]]),
        .init("paths", paths),
        .init(
            "components",
            [
                "securitySchemes": [
                    "bearer": ["type": "http", "scheme": "bearer"],
                    "address": ["type": "apiKey", "in": "query", "name": "token"],
                ],
                "schemas": .object(ResultSchema.definitions([.result, .error])),
                "responses": .object(refusals),
            ]),
    ])

    private static let paths: JSONValue = [
        "/v1/scan": ["post": scan(isOld: false)],
        "/scan": ["post": scan(isOld: true)],
        "/v1/tickets": [
            "post": [
                "operationId": "ticket", "summary": "A ticket for one scan with a visitor's own camera.",
                "description": "For somebody who is not to have the token. It opens the WebSocket /v1/live once.",
                "responses": answers([
                    .init(
                        "201",
                        ok(
                            "The ticket.", "application/json",
                            [
                                "type": "object", "required": ["ticket", "expiresInSeconds"],
                                "properties": [
                                    "ticket": ["type": "string", "pattern": "^[0-9a-f]{32}$"],
                                    "expiresInSeconds": ["type": "integer", "minimum": .integer(1)],
                                ],
                            ])),
                    .init("503", ["$ref": "#/components/responses/busy"]),
                ]),
            ]
        ],
        "/healthz": [
            "get": [
                "operationId": "health", "summary": "Whether the server answers.", "security": [[:]],
                "responses": answers(
                    [
                        .init(
                            "200",
                            ok(
                                "The server answers.", "application/json",
                                [
                                    "type": "object", "required": ["status"], "properties": ["status": ["const": "ok"]],
                                ], example: ["status": "ok"]))
                    ], asksForToken: false),
            ]
        ],
        "/metrics": [
            "get": [
                "operationId": "metrics", "summary": "Counters for Prometheus.",
                "responses": answers([.init("200", ok("Counters.", "text/plain", ["type": "string"]))]),
            ]
        ],
        "/openapi.json": [
            "get": [
                "operationId": "description", "summary": "This document.",
                "responses": answers([.init("200", ok("The description.", "application/json", ["type": "object"]))]),
            ]
        ],
    ]

    private static func scan(isOld: Bool) -> JSONValue {
        let document: JSONValue = [
            "type": "string", "minLength": .integer(1), "contentMediaType": "application/octet-stream",
        ]
        let kinds = ["image/jpeg", "image/png", "application/pdf", "application/octet-stream"]
        let bodies = kinds.map { JSONValue.Member($0, ["schema": document]) }
        let form: JSONValue = [
            "schema": ["type": "object", "required": ["file"], "properties": ["file": document]],
            "encoding": ["file": ["contentType": .string(kinds.joined(separator: ", "))]],
        ]
        var members: [JSONValue.Member] = [
            .init("operationId", isOld ? "scanUnversioned" : "scan"),
            .init("summary", "Reads a picture or a PDF."),
            .init(
                "description",
                """
                The body is the document, or a form with one file. The answer has one result a line; every page has at \
                least one.
                """),
            .init(
                "requestBody",
                [
                    "required": .bool(true), "content": .object(bodies + [.init("multipart/form-data", form)]),
                ]),
            .init(
                "responses",
                answers([
                    .init("200", results("Read: each result says in status what became of it.", example: example)),
                    .init("400", ["$ref": "#/components/responses/malformed"]),
                    .init("408", ["$ref": "#/components/responses/timeout"]),
                    .init("413", ["$ref": "#/components/responses/too_many_bytes"]),
                    .init("422", results("Nothing in it could be read; the results say why.", example: unreadable)),
                    .init("500", results("No reader could be started, or the recogniser failed.")),
                    .init("503", ["$ref": "#/components/responses/busy"]),
                ])),
        ]
        if isOld { members.append(.init("deprecated", .bool(true))) }
        return .object(members)
    }

    /// What any path may answer as well.
    private static func answers(_ own: [JSONValue.Member], asksForToken: Bool = true) -> JSONValue {
        let refusals = [("403", "origin"), ("405", "method_not_allowed"), ("421", "host")]
        let common = (refusals + (asksForToken ? [("401", "token")] : [])).map {
            JSONValue.Member($0, ["$ref": .string("#/components/responses/\($1)")])
        }
        return .object((own + common).sorted { $0.key < $1.key })
    }

    private static let refusals = [
        ("malformed", "The body is empty, a form without a file or with several, or the request is malformed."),
        ("timeout", "The request took too long to arrive."), ("too_many_bytes", "More bytes than --max-upload."),
        ("busy", "All readers are busy; try again."),
        ("token", "The token of the printed address is missing or wrong."),
        ("origin", "Pages of that origin are not allowed; see --allow-origin."),
        ("method_not_allowed", "The endpoint takes other methods: `Allow` names them."),
        ("host", "The server is not addressed by a name of its own; see --allow-host."),
    ].map { code, description -> JSONValue.Member in
        .init(
            code,
            ok(
                description, "application/json", ["$ref": "#/components/schemas/error"],
                example: ["error": ["code": .string(code), "message": .string(description)]]))
    }

    private static func ok(
        _ description: String, _ kind: String, _ schema: JSONValue, example: JSONValue? = nil
    ) -> JSONValue {
        var content: [JSONValue.Member] = [.init("schema", schema)]
        if let example { content.append(.init("example", example)) }
        return ["description": .string(description), "content": .object([.init(kind, .object(content))])]
    }

    /// OpenAPI 3.1 has no words for JSON lines: the text is described, and its items beside it.
    private static func results(_ description: String, example: String? = nil) -> JSONValue {
        ok(
            description, "application/jsonl",
            [
                "type": "string", "description": "One JSON object a line.",
                "x-items": ["$ref": "#/components/schemas/result"],
            ], example: example.map { .string($0) })
    }

    /// ICAO's specimen of a passport, as a text.
    private static let example: String = {
        let lines = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]
        guard let find = MRZText.matches(in: lines.joined(separator: "\n")).first, let format = find.formats.first,
            let day = CalendarDay(year: 2012, month: 1, day: 1)
        else { return "" }
        do throws(MRZParsingError) {
            let report = MRZReport(try MRZ(find.lines, format: format), asOf: day)
            return ScanReport(source: "passport.jpg", page: 1, outcome: .read(report)).json.text + "\n"
        } catch {
            return ""
        }
    }()

    private static let unreadable =
        ScanReport(
            source: "upload",
            outcome: .failed(.init(code: "not_an_image", message: "The bytes are not those of a picture."))
        ).json.text + "\n"
}
