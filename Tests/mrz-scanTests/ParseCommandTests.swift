import Foundation
import Testing

@Suite struct ParseCommandTests {
    static let passport = """
        P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<
        L898902C36UTO7408122F1204159ZE184226B<<<<<10
        """

    @Test func fromStandardInput() throws {
        let run = try BuiltProgram.run(
            ["parse", "--today", "2026-02-28"], input: Data("Dear all,\n\n\(Self.passport.lowercased())\n".utf8))
        #expect(run.status == 0 && run.errors == "")
        let result = try #require(try run.results().first)
        #expect(result["source"] as? String == "-" && result["textLine"] as? Int == 3 && result["page"] == nil)
        #expect(result["status"] as? String == "verified" && result["quad"] == nil)
        #expect(result["lines"] as? [String] == Self.passport.split(separator: "\n").map(String.init))
    }

    @Test func fromAFileWithSeveral() throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.appending(path: "mrz.txt")
            let wrong = Self.passport.dropLast() + "4"
            try Data("\(Self.passport)\n\n\(wrong)\n".utf8).write(to: file)
            let run = try BuiltProgram.run(["parse", file.path])
            #expect(run.status == 1)
            let results = try run.results()
            #expect(results.map { $0["index"] as? Int } == [0, 1])
            #expect(results.map { $0["status"] as? String } == ["verified", "unverified"])
            let reason = try #require((results.last?["reasons"] as? [[String: Any]])?.first)
            #expect(reason["code"] as? String == "checkDigit" && reason["field"] as? String == "composite")
            #expect(reason["line"] as? Int == 2 && reason["column"] as? Int == 44)
            #expect(reason["expected"] as? String == "0" && reason["actual"] as? String == "4")
        }
    }

    /// As Windows' Notepad and PowerShell write it.
    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf8])
    func withAByteOrderMark(_ encoding: String.Encoding) throws {
        let text = try #require(("\u{FEFF}" + Self.passport).data(using: encoding))
        let run = try BuiltProgram.run(["parse", "--today", "2026-02-28"], input: text)
        #expect(run.status == 0 && run.output.contains("\"verified\""))
    }

    @Test func nothingFound() throws {
        let run = try BuiltProgram.run(["parse"], input: Data("no such thing\n".utf8))
        #expect(run.status == 65)
        #expect(run.output == #"{"schema":1,"source":"-","index":0,"status":"not_found"}"# + "\n")
    }

    @Test func theReferenceDayDecides() throws {
        for (today, isExpired) in [("2012-04-15", false), ("2012-04-16", true)] {
            let run = try BuiltProgram.run(["parse", "--today", today], input: Data(Self.passport.utf8))
            #expect(run.output.contains("\"expired\"") == isExpired)
        }
    }

    @Test func asText() throws {
        let run = try BuiltProgram.run(["parse", "--format", "text"], input: Data(Self.passport.utf8))
        #expect(run.output.hasPrefix("VERIFIED      -, line 1  TD3, passport booklet\n"))
        #expect(!run.output.contains("\u{1B}"))
    }
}
