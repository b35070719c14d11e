import Foundation
import Testing

@Suite struct CommandLineTests {
    @Test func help() throws {
        let text = try BuiltProgram.run(["--help"]).output
        for word in ["scan (default)", "devices", "parse", "formats", "--version", "Exit status"] {
            #expect(text.contains(word))
        }
        let scan = try BuiltProgram.run(["scan", "--help"]).output
        for option in [
            "--format", "--model", "--jobs", "--today", "--max-pixels", "--max-bytes", "--max-pages", "--quiet",
            "--access-keys",
        ] { #expect(scan.contains(option)) }
    }

    @Test func version() throws {
        let text = try BuiltProgram.run(["--version"]).output
        #expect(text.split(separator: ".").count == 3)
    }

    @Test func formats() throws {
        let text = try BuiltProgram.run(["formats"]).output
        let objects = try BuiltProgram.run(["formats", "--format", "jsonl"]).results()
        #expect(objects.count == 9)
        for object in objects { #expect(text.contains("\n\(try #require(object["format"] as? String)) ")) }
    }

    @Test func strips() throws {
        try BuiltProgram.withFolder { folder in
            let out = folder.appending(path: "strips")
            let run = try BuiltProgram.run(
                ["strips", BuiltProgram.sample("td2/104-scan-rgb.jpg"), "/no/such/file", "--out", out.path],
                program: BuiltProgram.bench)
            #expect(run.status == 66 && run.output == "")
            let index = try String(contentsOf: out.appending(path: "strips.jsonl"), encoding: .utf8)
            let entries = try index.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            // The zone of two lines of 36, as the scanner would read it first.
            let zone = entries.filter {
                $0["columns"] as? Int == 36 && $0["lineCount"] as? Int == 2 && $0["upright"] as? Bool == true
                    && $0["search"] as? Int == 0
            }
            #expect(Set(zone.compactMap { $0["line"] as? Int }) == [0, 1])
            for entry in entries {
                let file = try Data(contentsOf: out.appending(path: try #require(entry["file"] as? String)))
                let columns = try #require(entry["columns"] as? Int)
                // Cells of 20 pixels and two more at each end.
                let width = (columns + 4) * 20
                #expect(file.starts(with: Data("P5\n\(width) 32\n255\n".utf8)))
            }
        }
    }
}
