import Foundation
import Testing

@Suite struct PipeCommandTests {
    private func answers(_ lines: [String], _ arguments: [String] = []) throws -> [[String: Any]] {
        let run = try BuiltProgram.run(["pipe"] + arguments, input: Data(lines.joined(separator: "\n").utf8))
        #expect(run.status == 0 && run.errors == "")
        return try run.results()
    }

    private func codes(_ answer: [String: Any]) -> [String] {
        (answer["results"] as? [[String: Any]] ?? []).map {
            ($0["error"] as? [String: Any])?["code"] as? String ?? $0["status"] as? String ?? ""
        }
    }

    @Test func everyKindOfLine() throws {
        let passport = BuiltProgram.sample("td3/096-scan-rgb.jpg")
        let image = try Data(contentsOf: URL(filePath: passport)).base64EncodedString()
        let answers = try answers([
            passport, image, "data:image/jpeg;base64," + image, #"{"id":"a","path":"\#(passport)"}"#,
            #"{"image":"\#(image)","id":7}"#, BuiltProgram.sample("formats/175-three-pages.tiff") + "\r",
        ])
        #expect(answers.map { $0["line"] as? Int } == [1, 2, 3, 4, 5, 6])
        #expect(answers[..<5].allSatisfy { $0["status"] as? String == "verified" && codes($0) == ["verified"] })
        #expect(answers[3]["id"] as? String == "a" && answers[4]["id"] as? Int == 7 && answers[0]["id"] == nil)
        let results = answers.compactMap { ($0["results"] as? [[String: Any]])?.first }
        #expect(results[..<5].map { $0["source"] as? String } == [passport, "-", "-", passport, "-"])
        #expect(results[..<5].allSatisfy { $0["lines"] as? [String] == results[0]["lines"] as? [String] })
        #expect((answers[5]["results"] as? [[String: Any]])?.map { $0["page"] as? Int } == [1, 2, 3])
    }

    /// One answer for each line, in order; the last line needs no end.
    @Test func linesOfNoUse() throws {
        let blank = BuiltProgram.blank.base64EncodedString()
        let answers = try answers([
            "", "{", "{}", #"{"id":[1],"path":"x"}"#, #"{"id":1,"path":"x","image":"y"}"#, #"{"id":2,"image":"?"}"#,
            #"{"id":3,"path":""}"#, "data:image/png,abc", "/no/such/file", "/dev/null", "/",
            String(repeating: "?", count: 5000), "{\"image\":\"\(Data("no picture".utf8).base64EncodedString())\"}",
            blank,
        ])
        #expect(
            answers.flatMap(codes)
                == Array(repeating: "bad_request", count: 8) + [
                    "not_found", "not_a_file", "is_a_directory", "bad_request", "not_an_image", "not_found",
                ])
        #expect(answers.map { $0["status"] as? String } == Array(repeating: "error", count: 13) + ["not_found"])
        #expect(answers.compactMap { $0["id"] as? Int } == [1, 2, 3])
    }

    @Test func aLineLongerThanAnyPicture() throws {
        let answers = try answers(
            [String(repeating: "A", count: 100_000), "/no/such/file"], ["--max-bytes", "1000"])
        #expect(answers.flatMap(codes) == ["bad_request", "not_found"])
    }

    /// Each answer is there before the next line is written.
    @Test func answersAreNotHeldBack() throws {
        let process = BuiltProgram.make(["pipe"])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for _ in 0..<3 {
            input.fileHandleForWriting.write(Data("/no/such/file\n".utf8))
            var text = Data()
            while !text.contains(UInt8(ascii: "\n")) { text += output.fileHandleForReading.availableData }
            #expect(String(decoding: text, as: UTF8.self).hasSuffix("}\n"))
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
