import Foundation
import Testing

/// The program as it was built beside these tests, run as a user runs it.
enum BuiltProgram {
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String

        /// The results, one for each line.
        func results() throws -> [[String: Any]] {
            try output.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
        }
    }

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func sample(_ path: String) -> String { repository.appending(path: "Samples/" + path).path }

    static let executable = built("mrz-scan")
    /// The program that measures.
    static let bench = built("mrz-bench")

    private static func built(_ name: String) -> URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name)
    }

    /// - Parameters:
    ///   - program: which one.
    ///   - environment: added to that of the tests.
    static func make(
        _ arguments: [String], program: URL = executable, environment: [String: String] = [:]
    ) -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Runs it to its end. Both streams go to files, so that neither can fill up.
    static func run(
        _ arguments: [String], program: URL = executable, input: Data = Data(), environment: [String: String] = [:]
    ) throws -> Outcome {
        try withFolder { folder in
            let process = make(arguments, program: program, environment: environment)
            let files = try ["in", "out", "err"].map { name in
                let file = folder.appending(path: name)
                try (name == "in" ? input : Data()).write(to: file)
                return file
            }
            process.standardInput = try FileHandle(forReadingFrom: files[0])
            process.standardOutput = try FileHandle(forWritingTo: files[1])
            process.standardError = try FileHandle(forWritingTo: files[2])
            try process.run()
            endInTime(process)
            #expect(process.terminationReason == .exit)
            return Outcome(
                status: process.terminationStatus, output: try String(contentsOf: files[1], encoding: .utf8),
                errors: try String(contentsOf: files[2], encoding: .utf8))
        }
    }

    /// Waits for the end of a process, and kills one that hangs: a signal ended it then.
    private static func endInTime(_ process: Process) {
        let isOver = DispatchSemaphore(value: 0)
        let number = process.processIdentifier
        Thread.detachNewThread {
            if isOver.wait(timeout: .now() + 600) == .timedOut { kill(number, SIGKILL) }
        }
        process.waitUntilExit()
        isOver.signal()
    }

    /// Runs it as it is not to be used: it says `sentence` and does nothing.
    static func expectRefusal(
        _ arguments: [String], _ sentence: String, program: URL = executable,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try run(arguments, program: program)
        #expect(
            run.status == 64 && run.output.isEmpty && run.errors.contains(sentence), "\(arguments): \(run.errors)",
            sourceLocation: sourceLocation)
    }

    /// A folder that is gone afterwards.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            // The system clears the folder of temporary files where this cannot.
            do { try FileManager.default.removeItem(at: folder) } catch {}
        }
        return try body(folder)
    }

    /// A library of the C code `source` in `folder`, to be loaded before the program's own; its path.
    static func library(_ source: String, in folder: URL) throws -> String {
        let code = folder.appending(path: "library.c")
        try Data(source.utf8).write(to: code)
        let library = folder.appending(path: "library.so").path
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["cc", "-shared", "-fPIC", "-o", library, code.path]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        return library
    }

    /// A small gray picture without an MRZ.
    static let blank = Data("P5\n64 48\n255\n".utf8) + Data(repeating: 200, count: 64 * 48)
}
