import Foundation
import Testing

@Suite struct BenchCommandTests {
    private static let samples = BuiltProgram.sample("")

    private static func run(_ arguments: [String]) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(arguments, program: BuiltProgram.bench)
    }

    /// What it took away from `mrz-scan` is said where it is looked for; a file of that name is read.
    @Test(arguments: ["bench", "strips", "glyphs", "evidence"]) func theOtherProgramNamesIt(_ command: String) throws {
        let run = try BuiltProgram.run([command, Self.samples])
        #expect(run.status == 64 && run.errors.contains("What measures is a program of its own: mrz-bench"))
        #expect(try BuiltProgram.run(["./" + command]).status == 66)
    }

    /// Measuring is not linked into what ships.
    @Test func whatShipsDoesNotMeasure() throws {
        let help = try Self.run(["--help"]).output
        for word in ["measure (default)", "strips", "glyphs", "evidence", "Exit status"] {
            #expect(help.contains(word))
        }
        #expect(!help.contains("heif"))
        let shipped = try Data(contentsOf: BuiltProgram.executable)
        #expect(shipped.range(of: Data("HandheldCamera".utf8)) == nil)
        #expect(try Data(contentsOf: BuiltProgram.bench).range(of: Data("HandheldCamera".utf8)) != nil)
    }

    @Test func measuresComparesAndReports() throws {
        try BuiltProgram.withFolder { folder in
            let (baseline, page) = (folder.appending(path: "baseline.json"), folder.appending(path: "page.html"))
            let one = [Self.samples, "--filter", "td3/001"]
            let first = try Self.run(one + ["--json", "-", "--save-baseline", baseline.path])
            #expect(first.status == 0 && first.errors == "")
            let result = try #require(try first.results().first)
            #expect((result["total"] as? [String: Any])?["exact"] as? Int == 1)
            #expect(((result["cpuMs"] as? [String: Any])?["total"] as? [String: Any])?["p50"] as? Double ?? 0 > 0)
            #expect(result["peakMemoryBytes"] as? Int ?? 0 > 1_000_000)

            let second = try Self.run(
                one + ["--baseline", baseline.path, "--report", page.path, "--peer", "nothing=true {image}"])
            #expect(second.status == 0)
            #expect(second.output.contains("As the baseline has it."))
            #expect(second.output.contains("nothing           1      0    0.0 %"))
            #expect(try String(contentsOf: page, encoding: .utf8).hasSuffix("</html>\n"))

            let text = try String(contentsOf: baseline, encoding: .utf8)
            let other = text.replacing("td3/001-rotation-1.jpg", with: "td3/000.jpg")
            try Data(other.utf8).write(to: baseline)
            // Of a part of the set nothing is missing; of all of it something would be.
            #expect(
                try Self.run(one + ["--baseline", baseline.path]).output.contains("Not in the baseline (1)"))
        }
    }

    @Test(arguments: ["YUYV", "MJPG"])
    func playsWhatACameraWouldDeliver(_ format: String) throws {
        let run = try Self.run([
            Self.samples, "--live", "--filter", "td3/096", "--pixel-format", format,
        ])
        #expect(run.status == 0)
        let parts = run.output.components(separatedBy: "Each page replaced by the next one")
        try #require(parts.count == 2)
        for part in parts {
            #expect(part.contains(#/falsely verified +0\n/#) && part.contains(#/unpacking it +\d+\.\d ms\n/#))
        }
        #expect(parts[0].contains(#/\nverified +1\n/#))
    }

    @Test(
        arguments: [
            (["--pixel-format", "YUYV"], "--pixel-format is for video: give --live as well."),
            (["--live", "--pixel-format", "NV12"], "--pixel-format must be one of GREY, YUYV, MJPG."),
            (
                ["--live", "--json", "-"],
                "--live goes with --pixel-format, --filter, --limit, --jobs, --model and --today only."
            ),
        ])
    func whatDoesNotGoWithVideo(_ arguments: [String], _ sentence: String) throws {
        try BuiltProgram.expectRefusal([Self.samples] + arguments, sentence, program: BuiltProgram.bench)
    }

    @Test func failsWhenAnImageIsLost() throws {
        try BuiltProgram.withFolder { folder in
            try BuiltProgram.blank.write(to: folder.appending(path: "a.pgm"))
            let label = #"{"image": "a.pgm", "format": "TD1", "lines": ["A", "B", "C"]}"#
            try Data(label.utf8).write(to: folder.appending(path: "labels.jsonl"))
            let baseline = folder.appending(path: "baseline.json")
            try Data(#"{"schema":1,"outcomes":{"a.pgm":["verified"]}}"#.utf8).write(to: baseline)
            let run = try Self.run([folder.path, "--baseline", baseline.path])
            #expect(run.status == 1)
            #expect(run.output.contains("Lost: was exact, is not (1):\n  a.pgm"))
        }
    }

    @Test func namesTheFileThatIsMissing() throws {
        let labels = try Self.run(["/no/such/set"])
        #expect(labels.status == 66)
        #expect(labels.errors == "mrz-bench: error: /no/such/set/labels.jsonl: There is no such file.\n")
        let baseline = try Self.run([Self.samples, "--limit", "1", "--baseline", "/no/such/file"])
        #expect(baseline.status == 66)
        #expect(baseline.errors == "mrz-bench: error: /no/such/file: There is no such file.\n")
    }

    @Test func measuresAPeerAndStopsOneThatHangs() throws {
        let lines = try BuiltProgram.run([BuiltProgram.sample("td3/001-rotation-1.jpg"), "--format", "jsonl"]).output
        try BuiltProgram.withFolder { folder in
            let answer = folder.appending(path: "answer.json")
            try Data(lines.utf8).write(to: answer)
            let run = try Self.run([
                Self.samples, "--filter", "td3/001", "--json", "-", "--peer",
                "same=cat \(answer.path) #{image}",
                "--peer", "hangs=sleep 60 #{image}", "--peer-limit", "1",
            ])
            let peers = try #require(try run.results().first?["peers"] as? [[String: Any]])
            #expect(peers.map { ($0["total"] as? [String: Any])?["exact"] as? Int } == [1, 0])
            #expect(peers.map { ($0["total"] as? [String: Any])?["failed"] as? Int } == [0, 1])
            #expect(peers.map { $0["claims"] as? Bool } == [true, false])
        }
        try BuiltProgram.expectRefusal(
            [Self.samples, "--peer", "no command"], "The value 'no command' is invalid for '--peer <name=command>'",
            program: BuiltProgram.bench)
    }
}
