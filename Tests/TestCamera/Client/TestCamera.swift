public import Foundation

/// The camera of `Tests/TestCamera/Device`, running for a test. It ends when this goes, or when the tests die.
public final class TestCamera: Sendable {
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
    private let process: Process
    private let commands: FileHandle

    /// Starts a camera in a folder of its own and waits until it can be opened.
    ///
    /// - Parameters:
    ///   - pictures: files and folders of pictures, or films.
    ///   - options: those of the program.
    /// - Throws: `TestCameraError`, or why the program cannot be run.
    public init(showing pictures: [URL], _ options: [String] = []) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "test-camera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        path = folder.appending(path: "video0").path
        process = Process()
        process.executableURL = Self.program
        process.arguments = ["--control"] + options + [path] + pictures.map(\.path)
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        commands = input.fileHandleForWriting
        // It says one line and is silent then.
        let word = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard word == "ready \(path)\n" else { throw TestCameraError.notReady }
    }

    /// Gives it a command: `unplug`, `plug`, `freeze`, `thaw`, `short`, `corrupt`, `error`.
    public func tell(_ command: String) throws { try commands.write(contentsOf: Data("\(command)\n".utf8)) }

    deinit {
        // The end of its input ends it.
        do { try commands.close() } catch {}
        process.waitUntilExit()
        // The system clears the folder of temporary files where this cannot.
        do { try FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) } catch {}
    }
}

public enum TestCameraError: Error {
    /// The program ended, or said something else; its reason is on standard error.
    case notReady
}
