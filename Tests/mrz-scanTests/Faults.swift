import Foundation
import Testing

/// `Tests/Faults/faults.c`, built once: what makes chosen system calls of the program fail.
enum Faults {
    /// The library's path; nil where no C compiler builds it, and the tests that need it are skipped.
    static let library: String? = {
        let library = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-faults-\(getpid()).so").path
        let source = BuiltProgram.repository.appending(path: "Tests/Faults/faults.c").path
        for compiler in ["cc", "clang"] {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
            process.standardError = FileHandle.nullDevice
            do {
                try process.run()
            } catch {
                continue
            }
            process.waitUntilExit()
            if process.terminationStatus == 0 { return library }
        }
        return nil
    }()

    static let areMissing: Comment = "no C compiler builds Tests/Faults/faults.c"

    /// The environment in which the calls fail.
    ///
    /// - Parameter faults: as the source describes them.
    static func environment(_ faults: [String]) throws -> [String: String] {
        ["LD_PRELOAD": try #require(library), "FAULTS": faults.joined(separator: ";")]
    }

    /// Runs the program while calls fail.
    static func run(
        _ faults: String..., arguments: [String], program: URL = BuiltProgram.executable, input: Data = Data()
    ) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(arguments, program: program, input: input, environment: try environment(faults))
    }

    /// Runs the program under limits of the shell's `ulimit`.
    static func run(ulimit: String, _ arguments: [String]) throws -> BuiltProgram.Outcome {
        try BuiltProgram.withFolder { folder in
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments =
                ["-c", "ulimit \(ulimit); exec \"$@\"", "sh", BuiltProgram.executable.path] + arguments
            let files = [folder.appending(path: "out"), folder.appending(path: "err")]
            for file in files { try Data().write(to: file) }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: files[0])
            process.standardError = try FileHandle(forWritingTo: files[1])
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            return BuiltProgram.Outcome(
                status: process.terminationStatus, output: try String(contentsOf: files[0], encoding: .utf8),
                errors: try String(contentsOf: files[1], encoding: .utf8))
        }
    }
}
