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
        for answer in answers[..<5] {
            #expect(answer["status"] as? String == "verified")
            #expect(codes(answer) == ["verified"])
        }
        #expect(answers[3]["id"] as? String == "a" && answers[4]["id"] as? Int == 7 && answers[0]["id"] == nil)
        let results: [[String: Any]] = answers.compactMap { ($0["results"] as? [[String: Any]])?.first }
        let sources: [String] = results[..<5].compactMap { $0["source"] as? String }
        #expect(sources == [passport, "-", "-", passport, "-"])
        let lines: [[String]] = results[..<5].compactMap { $0["lines"] as? [String] }
        #expect(lines.count == 5 && Set(lines).count == 1)
        let pages: [Int] = (answers[5]["results"] as? [[String: Any]] ?? []).compactMap { $0["page"] as? Int }
        #expect(pages == [1, 2, 3])
    }

    /// One answer for each line, in order; the last line needs no end.
    @Test func linesOfNoUse() throws {
        let blank = BuiltProgram.blank.base64EncodedString()
        let answers = try answers([
            "", "{", "{}", #"{"id":[1],"path":"x"}"#, #"{"id":1,"path":"x","image":"y"}"#, #"{"id":2,"image":"?"}"#,
            #"{"id":3,"path":""}"#, "data:image/png,abc", "/no/such/file", "/dev/null", "/",
            String(repeating: "?", count: 5000), "{\"image\":\"\(Data("no picture".utf8).base64EncodedString())\"}",
            #"{"path":"/dev/null\u0000.jpg"}"#, "/dev/null\0.jpg", blank,
        ])
        var expected = [String](repeating: "bad_request", count: 8)
        expected += ["not_found", "not_a_file", "is_a_directory", "bad_request", "not_an_image"]
        // To the system a path ends where it has a zero byte.
        expected += ["bad_request", "bad_request", "not_found"]
        let answered: [String] = answers.flatMap(codes)
        #expect(answered == expected)
        let statuses: [String] = answers.compactMap { $0["status"] as? String }
        #expect(statuses.count == 16 && statuses.last == "not_found" && Set(statuses.dropLast()) == ["error"])
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
        let answers = LinesFromPipe(output)
        for _ in 0..<3 {
            input.fileHandleForWriting.write(Data("/no/such/file\n".utf8))
            #expect(try answers.next().hasSuffix("}"))
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
