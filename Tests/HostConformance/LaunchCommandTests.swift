import Foundation
import LoopbackClient
import Testing

/// `mrz-scan launch` where no page is shown, and the program that shows one by itself.
@Suite struct LaunchCommandTests {
    private func run(_ arguments: [String], request: String = "{}") throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = ProgramFile.executable
        process.arguments = ["launch"] + arguments
        let (input, errors) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(request.utf8))
        try input.fileHandleForWriting.close()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, said)
    }

    @Test(
        arguments: [
            ([], "Missing expected argument '--page <dir|url>'"),
            (["--page", "x", "--dialect", "esperanto"], "The value 'esperanto' is invalid for '--dialect <dialect>'."),
            (["--page", "ftp://x/", "--dialect", "self"], "--page is a folder or an http address."),
            (
                ["--page", "http://x/", "--dialect", "self", "--no-browser"],
                "A page at an address gets its objects from the browser: --no-browser has none."
            ),
        ] as [([String], String)])
    func wrongUsage(_ arguments: [String], _ sentence: String) throws {
        let run = try run(arguments)
        #expect(run.status == 64 && run.errors.contains(sentence), "\(run.errors)")
    }

    @Test func exitStatuses() throws {
        let ours = ["--page", LaunchedPage.folder.path, "--dialect", "self"]
        #expect(try run(["--page", "/no/such", "--dialect", "self", "--no-browser"]).status == 66)
        #expect(try run(ours + ["--no-browser", "--request", "-"], request: "[]").status == 66)
        #expect(try run(ours + ["--browser", "/no/such/browser"]).status == 72)
        #expect(
            try run(["--page", "http://127.0.0.1:9/", "--dialect", "self", "--browser", "/bin/true"]).status == 72)
        // A browser that goes before the page has decided: nobody looks any more.
        #expect(try run(ours + ["--browser", "/bin/true"]).status == 1)
    }

    /// The program of docs/bridge.md: one product, `configure`, `launch`, an outcome.
    @Test func theExampleRuns() throws {
        let process = Process()
        process.executableURL = ProgramFile.executable.deletingLastPathComponent().appending(path: "host-example")
        let said = try process.outputToEnd()
        #expect(process.terminationStatus == 0)
        #expect(
            said == """
                configured: false
                configured: true
                the page is closed
                success: {"documentNumber":"L898902C3"}

                """)
    }
}
