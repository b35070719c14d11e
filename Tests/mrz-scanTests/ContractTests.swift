import Foundation
import LoopbackClient
import Testing

/// What the program writes is what `mrz-scan schema` and `/openapi.json` say: held to them by python3-jsonschema.
@Suite(.enabled(if: SchemaValidator.canRun, "Debian's python3-jsonschema is not installed"))
struct ContractTests {
    /// Holds lines to the schema of a name, or of all.
    private func expect(_ lines: String, fit name: String?, count: Int, _ what: String) throws {
        try BuiltProgram.withFolder { folder in
            let (schema, file) = (folder.path + "/schema.json", folder.path + "/lines.jsonl")
            let printed = try BuiltProgram.run(["schema"] + (name.map { [$0] } ?? []))
            #expect(printed.status == 0)
            try Data(printed.output.utf8).write(to: URL(filePath: schema))
            try Data(lines.utf8).write(to: URL(filePath: file))
            let script = BuiltProgram.repository.appending(path: "Tests/Contracts/validate.py").path
            let result = try SchemaValidator.run([script, schema, file])
            #expect(result.status == 0 && result.said.contains("\(count) lines, 0 faults"), "\(what): \(result.said)")
        }
    }

    private func count(_ text: String) -> Int { text.split(separator: "\n").count }

    @Test func resultsOfScan() throws {
        let samples = BuiltProgram.repository.appending(path: "Samples").path
        let lines = try BuiltProgram.run(["scan", "--quiet", "--access-keys", "--format", "jsonl", samples, "/no/such"])
            .output
        #expect(count(lines) > 200 && lines.contains("\"accessKeys\"") && lines.contains("\"textLine\"") == false)
        try expect(lines, fit: "result", count: count(lines), "scan")
        try expect(lines, fit: nil, count: count(lines), "scan, any")
    }

    @Test func resultsOfBatchAndItsStore() throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/results.sqlite"
            let inputs = [BuiltProgram.sample("td2"), BuiltProgram.sample("formats"), "/no/such"]
            for redact in [[], ["--redact"]] {
                let lines = try BuiltProgram.run(["batch", "--quiet"] + redact + inputs).output
                try expect(lines, fit: "result", count: count(lines), "batch \(redact)")
            }
            _ = try BuiltProgram.run(["batch", "--quiet", "--out", store] + inputs)
            let exported = try BuiltProgram.run(["export", store]).output
            #expect(count(exported) > 30)
            try expect(exported, fit: "result", count: count(exported), "export")
            let report = try BuiltProgram.run(["report", store, "--format", "json"]).output
            try expect(report, fit: "report", count: 1, "report")
            // A damaged store may have no time for a run.
            let timeless = report.replacing(#/"started":"[^"]*",/#, with: "")
            #expect(timeless != report)
            try expect(timeless, fit: "report", count: 1, "report without a time")
        }
    }

    @Test func resultsOfTextsPipesAndCameras() throws {
        let text = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10\n"
        let parsed = try BuiltProgram.run(["parse", "--access-keys"], input: Data((text + "\nand\n" + text).utf8))
            .output
        try expect(parsed, fit: "result", count: 2, "parse")
        try expect(try BuiltProgram.run(["parse", "/no/such"]).output, fit: "result", count: 1, "parse nothing")
        let passport = BuiltProgram.sample("td3/096-scan-rgb.jpg")
        let asked = "\(passport)\n/no/such\n{\"id\":\"a\",\"path\":\"\(passport)\"}\n{\"id\":7}\n{\n"
        let answers = try BuiltProgram.run(["pipe"], input: Data(asked.utf8)).output
        try expect(answers, fit: "answer", count: 5, "pipe")
        let live = try BuiltProgram.run(["--images", passport]).output
        let (progress, results) = (
            live.split(separator: "\n").filter { $0.contains("\"type\":\"progress\"") },
            live.split(separator: "\n").filter { $0.contains("\"type\":\"result\"") }
        )
        #expect(progress.count > 1 && results.count == 1)
        try expect(progress.joined(separator: "\n"), fit: "progress", count: progress.count, "live progress")
        try expect(results.joined(separator: "\n"), fit: "liveResult", count: 1, "live result")
    }

    /// What a check cannot fail on it does not check.
    @Test func whatDoesNotFitIsFound() throws {
        try BuiltProgram.withFolder { folder in
            let line = try BuiltProgram.run([BuiltProgram.sample("td3/096-scan-rgb.jpg")]).output
            let schema = folder.path + "/schema.json"
            try Data(try BuiltProgram.run(["schema", "result"]).output.utf8).write(to: URL(filePath: schema))
            let script = BuiltProgram.repository.appending(path: "Tests/Contracts/validate.py").path
            for (old, new) in [
                ("\"verified\"", "\"certain\""), ("\"index\":0", "\"index\":-1"), ("\"schema\":1", "\"schema\":2"),
                ("\"reasons\":[]", "\"reasons\":[{\"code\":\"gap\"}]"), ("\"quad\":[", "\"quad\":[[1,2],"),
                ("\"mirrored\"", "\"mirorred\""), ("\"valid\"", "\"good\""),
            ] {
                #expect(line.contains(old))
                let file = folder.path + "/line.jsonl"
                try Data(line.replacing(old, with: new).utf8).write(to: URL(filePath: file))
                #expect(try SchemaValidator.run([script, schema, file]).status == 1, "\(new)")
            }
        }
    }

    @Test func theServer() throws {
        let served = try ServedProgram(["--max-upload", "100000"])
        func get(_ method: String, _ path: String, _ body: [UInt8] = []) throws -> HTTPReply {
            try LoopbackSocket(port: served.port).request(method, path, port: served.port, body: body)
        }
        let passport = try Array(Data(contentsOf: URL(filePath: BuiltProgram.sample("td3/096-scan-rgb.jpg"))))
        let (new, old) = (try get("POST", "/v1/scan", passport), try get("POST", "/scan", passport))
        #expect(new.status == 200 && old.status == 200)
        try expect(new.text, fit: "result", count: 1, "/v1/scan")
        try expect(try get("POST", "/v1/scan", Array("none".utf8)).text, fit: "result", count: 1, "no picture")
        let refusals = [
            try get("GET", "/v1/scan"), try get("POST", "/v1/scan"), try get("GET", "/v2/scan"),
            try get("POST", "/v1/scan", [UInt8](repeating: 1, count: 200_000)), try get("GET", "/bridge"),
        ]
        #expect(refusals.map(\.status) == [405, 400, 404, 413, 426])
        try expect(refusals.map(\.text).joined(), fit: "error", count: 5, "refusals")
        let description = try get("GET", "/openapi.json")
        #expect(description.status == 200)
        #expect(description.text == (try BuiltProgram.run(["schema", "--openapi"]).output))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(description.text.utf8)) as? [String: Any])
        #expect(object["openapi"] as? String == "3.1.0")
        let paths = try #require(object["paths"] as? [String: Any])
        #expect(Set(paths.keys) == ["/v1/scan", "/scan", "/v1/tickets", "/healthz", "/metrics", "/openapi.json"])
        // The example is a result like any other.
        func example(_ value: Any?, _ keys: String...) -> String? {
            keys.reduce(value) { ($0 as? [String: Any])?[$1] } as? String
        }
        for status in ["200", "422"] {
            let line = example(
                paths["/v1/scan"], "post", "responses", status, "content", "application/jsonl", "example")
            try expect(try #require(line), fit: "result", count: 1, "example of \(status)")
        }
    }

    /// docs/clients.md shows the programs that `make api-test` runs.
    @Test func theClientsAreThoseOfThePage() throws {
        let page = try String(
            contentsOf: BuiltProgram.repository.appending(path: "docs/clients.md"), encoding: .utf8)
        let folder = BuiltProgram.repository.appending(path: "Examples/Clients")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 5)
        for name in names {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(page.contains("\n\(text)```"), "\(name)")
        }
    }
}
