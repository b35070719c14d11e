public import Foundation

/// The camera of `Tests/TestCamera/Device`, running for a test. It ends when the test's block does, or the tests die.
public struct TestCamera: Sendable {
    /// The program, as `make test-camera` builds it.
    public static let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/test-camera")

    /// Whether tests with a camera can run here. Where the environment says `TEST_CAMERA=required`, they are to run
    /// and fail if they cannot.
    public static var isAvailable: Bool {
        ProcessInfo.processInfo.environment["TEST_CAMERA"] == "required"
            || FileManager.default.isExecutableFile(atPath: program.path)
                && FileManager.default.isReadableFile(atPath: "/dev/fuse")
    }

    /// What to say where they cannot.
    public static let absence = "needs /dev/fuse and the test camera; build it with: make test-camera"

    /// Its device file.
    public let path: String
    private let commands: FileHandle

    /// Runs `body` with a camera in a folder of its own, once it can be opened.
    ///
    /// - Parameters:
    ///   - pictures: files and folders of pictures, or films.
    ///   - options: those of the program.
    /// - Throws: `TestCameraError`, why the program cannot be run, and what `body` throws.
    public static func showing<Result>(
        _ pictures: [URL], _ options: [String] = [], _ body: (TestCamera) throws -> Result
    ) throws -> Result {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "test-camera-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: false)
        // The system clears the folder of temporary files where this cannot.
        defer { do { try files.removeItem(at: folder) } catch {} }
        let path = folder.appending(path: "video0").path
        let process = Process()
        process.executableURL = program
        process.arguments = ["--control"] + options + [path] + pictures.map(\.path)
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        defer {
            // The end of its input ends it too, but another child of the tests may hold that open.
            process.terminate()
            process.waitUntilExit()
        }
        // It says one line and is silent then.
        let word = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard word == "ready \(path)\n" else { throw TestCameraError.notReady }
        return try body(TestCamera(path: path, commands: input.fileHandleForWriting))
    }

    /// Gives it a command: `unplug`, `plug`, `freeze`, `thaw`, `next`, `deny`, `short`, `corrupt`, `error`.
    public func tell(_ command: String) throws { try commands.write(contentsOf: Data("\(command)\n".utf8)) }
}

public enum TestCameraError: Error {
    /// The program ended, or said something else; its reason is on standard error.
    case notReady
}
