import Foundation
import LoopbackClient
import Testing

/// A store over some samples, in a folder that goes with it. The batch was started in that folder, and the desk is not.
final class Desk {
    let folder: URL
    var store: String { folder.appending(path: "r.sqlite").path }
    var pictures: URL { folder.appending(path: "scans") }

    /// - Parameters:
    ///   - samples: what is read; also what is no picture may be among them.
    ///   - options: of the batch.
    init(_ samples: [String], _ options: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        for sample in samples {
            let name = sample.split(separator: "/").last.map(String.init) ?? sample
            try FileManager.default.copyItem(
                atPath: ServedProgram.sample(sample), toPath: pictures.appending(path: name).path)
        }
        try Data("no picture".utf8).write(to: pictures.appending(path: "broken.jpg"))
        let run = try Self.run(["batch", "scans", "--out", store, "--quiet"] + options, in: folder)
        try #require([1, 66].contains(run.status))
    }

    deinit { do { try FileManager.default.removeItem(at: folder) } catch {} }

    func served(_ arguments: [String] = ["--clerk", "Ada"]) throws -> ServedProgram {
        try ServedProgram([store] + arguments, command: "review")
    }

    func export() throws -> [[String: Any]] {
        let run = try Self.run(["export", store])
        return try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// - Parameter folder: where it is started; where the tests are if not given.
    static func run(_ arguments: [String], in folder: URL? = nil) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
            .appending(path: "mrz-scan")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
