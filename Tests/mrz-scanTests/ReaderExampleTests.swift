import Foundation
import Testing

/// The README's example reads what the program reads.
@Suite struct ReaderExampleTests {
    @Test func oneImportReadsWhatTheProgramReads() throws {
        let sample = BuiltProgram.sample("td3/001-rotation-1.jpg")
        let pipe = Pipe()
        let process = Process()
        process.executableURL = BuiltProgram.executable.deletingLastPathComponent().appending(path: "reader-example")
        process.arguments = [sample]
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let program = try BuiltProgram.run(["--format", "jsonl", sample]).output
        #expect(Self.untimed(String(decoding: output, as: UTF8.self)) == Self.untimed(program))
        #expect(program.contains(#""status":"verified""#))
    }

    @Test func theReadmeShowsIt() throws {
        let readme = try String(contentsOf: BuiltProgram.repository.appending(path: "README.md"), encoding: .utf8)
        let example = try String(
            contentsOf: BuiltProgram.repository.appending(path: "Examples/ReaderExample/ReaderExample.swift"),
            encoding: .utf8)
        for line in ["import MRZScan", "let reader = MRZReader()", "print(report.json.text)"] {
            #expect(readme.contains(line) && example.contains(line))
        }
    }

    /// Results without their times, which differ from run to run.
    private static func untimed(_ text: String) -> String {
        text.replacing(#/"timing":\{[^}]*\}/#, with: "")
    }
}
