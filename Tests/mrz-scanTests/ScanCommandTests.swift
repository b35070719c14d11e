import Foundation
import ImageDecoding
import Testing

@Suite struct ScanCommandTests {
    /// Natural order, also inside folders, whatever the number of workers; not every file of a folder is a picture.
    @Test(arguments: ["1", "5"])
    func resultsComeInTheOrderOfTheInputs(_ jobs: String) throws {
        try BuiltProgram.withFolder { folder in
            try FileManager.default.createDirectory(at: folder.appending(path: "b"), withIntermediateDirectories: true)
            for name in ["a10.pgm", "a2.pgm", "b/x.pgm", "c.PNG", "notes.txt", ".hidden.pgm"] {
                try (name == "c.PNG" ? Data("no picture".utf8) : BuiltProgram.blank).write(
                    to: folder.appending(path: name))
            }
            let run = try BuiltProgram.run(
                ["--jobs", jobs, "-", folder.path, "/no/such/file"], input: BuiltProgram.blank)
            let expected =
                ["-"] + ["a2.pgm", "a10.pgm", "b/x.pgm", "c.PNG"].map { folder.path + "/" + $0 } + ["/no/such/file"]
            #expect(try run.results().map { $0["source"] as? String } == expected)
            #expect(
                try run.results().map { $0["status"] as? String }
                    == ["not_found", "not_found", "not_found", "not_found", "error", "error"])
        }
    }

    @Test func everyPageOfAFile() throws {
        let run = try BuiltProgram.run(["--jobs", "3", BuiltProgram.sample("formats/175-three-pages.tiff")])
        let results = try run.results()
        #expect(results.map { $0["page"] as? Int } == [1, 2, 3])
        #expect(results.map { $0["index"] as? Int } == [0, 0, 0])
        #expect(results.dropFirst().allSatisfy { $0["format"] != nil })
    }

    @Test func errors() throws {
        try BuiltProgram.withFolder { folder in
            let empty = folder.appending(path: "empty.png")
            try Data().write(to: empty)
            let text = folder.appending(path: "text.jpg")
            try Data("hello".utf8).write(to: text)
            let none = folder.appending(path: "none")
            try FileManager.default.createDirectory(at: none, withIntermediateDirectories: true)
            let large = folder.appending(path: "large.pgm")
            try BuiltProgram.blank.write(to: large)
            let run = try BuiltProgram.run(
                ["--max-pixels", "1000", empty.path, text.path, none.path, large.path, "/no/such/file"])
            #expect(run.status == 66)
            let codes = try run.results().map { ($0["error"] as? [String: Any])?["code"] as? String }
            #expect(codes == ["is_empty", "not_an_image", "no_images", "too_many_pixels", "not_found"])
            #expect(try run.results().allSatisfy { $0["status"] as? String == "error" && $0["schema"] as? Int == 1 })
        }
    }

    @Test func theWholeResult() throws {
        let run = try BuiltProgram.run(
            ["--today", "2026-02-28", "--access-keys", BuiltProgram.sample("td3/096-scan-rgb.jpg")])
        let result = try #require(try run.results().first)
        let label = try #require(try Labels.of("td3/096-scan-rgb.jpg"))
        #expect(result["lines"] as? [String] == label["lines"] as? [String])
        #expect(result["format"] as? String == "TD3" && result["mirrored"] as? Bool == false)
        let quad = try #require(result["quad"] as? [[Double]])
        let corners = try #require(label["corners"] as? [[Double]])
        for (found, expected) in zip(quad, corners) {
            // Within half a character.
            #expect(abs(found[0] - expected[0]) < 15 && abs(found[1] - expected[1]) < 15)
        }
        let keys = try #require(result["accessKeys"] as? [String: String])
        #expect(keys["kEnc"]?.count == 32 && keys["paceKey"]?.count == 40)
        let timing = try #require(result["timing"] as? [String: Double])
        #expect(Set(timing.keys) == ["decodeMs", "detectMs", "recognizeMs", "totalMs"])
    }

    /// The pixels of the results are those of the input, though a large page is read at a fraction of its size.
    @Test func cornersOfAReducedPicture() throws {
        let image = "formats/176-twelve-megapixels.jpg"
        let result = try #require(try BuiltProgram.run([BuiltProgram.sample(image)]).results().first)
        let label = try #require(try Labels.of(image))
        let quad = try #require(result["quad"] as? [[Double]])
        let corners = try #require(label["corners"] as? [[Double]])
        for (found, expected) in zip(quad, corners) {
            #expect(abs(found[0] - expected[0]) < 30 && abs(found[1] - expected[1]) < 30)
        }
    }

    @Test func keysOnlyWhenAskedFor() throws {
        let run = try BuiltProgram.run([BuiltProgram.sample("td3/096-scan-rgb.jpg")])
        #expect(!run.output.contains("kSeed") && !run.output.contains("accessKeys"))
    }

    @Test func csv() throws {
        let run = try BuiltProgram.run([
            "--format", "csv", BuiltProgram.sample("td2/104-scan-rgb.jpg"), "/no/such/file",
        ])
        let lines = run.output.components(separatedBy: "\r\n")
        #expect(lines.count == 4 && lines[3] == "")
        #expect(lines[0].hasPrefix("source,page,textLine,index,status,format,lines,"))
        #expect(lines[1].contains(",1,,0,verified,TD2,") && lines[2].hasPrefix("/no/such/file,,,0,error,"))
    }
}

/// `Samples/labels.jsonl`.
enum Labels {
    static func of(_ image: String) throws -> [String: Any]? {
        let text = try String(contentsOfFile: BuiltProgram.sample("labels.jsonl"), encoding: .utf8)
        return try text.split(separator: "\n")
            .map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
            .first { $0?["image"] as? String == image } ?? nil
    }
}
