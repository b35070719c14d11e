import Foundation
import Testing

/// A terminal of a given width, by script(1), and the program in it.
enum Terminal {
    static let isMissing: Comment = "there is no script(1)"
    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    /// What the terminal is sent while a line of the shell runs in it; "$MRZ" in it is the program.
    static func run(_ line: String, columns: Int, in folder: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/script")
        process.arguments = ["-q", "-e", "-c", "stty cols \(columns); \(line)", "/dev/null"]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["MRZ": BuiltProgram.executable.path, "TERM": "xterm", "SHELL": "/bin/sh"]
        ) { $1 }
        process.currentDirectoryURL = folder
        let file = folder.appending(path: "terminal")
        try Data().write(to: file)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: file)
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// The lines that were drawn over, without what commands the terminal.
    static func drawnOver(_ sent: String) -> [String] {
        sent.split(omittingEmptySubsequences: true) { $0 == "\r" }.map {
            String($0.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: ""))
        }.filter { !$0.contains("\n") }
    }
}
