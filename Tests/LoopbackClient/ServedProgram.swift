public import Foundation

/// `mrz-scan serve`, or another command that serves a page, as it was built beside these tests, on a port of its own.
public final class ServedProgram {
    public static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    public static func sample(_ path: String) -> String { repository.appending(path: "Samples/" + path).path }

    /// What it says is to be opened.
    public let address: String
    public let process = Process()
    private let errors = Pipe()

    /// - Parameters:
    ///   - arguments: of the command.
    ///   - command: its name.
    ///   - environment: added to that of the tests.
    public init(
        _ arguments: [String], command: String = "serve", environment: [String: String] = [:]
    ) throws {
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "mrz-scan")
        process.arguments = [command, "--port", "0"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var said = ""
        while !said.contains("\n") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            said += String(decoding: more, as: UTF8.self)
        }
        address = said.split(separator: "\n").first.map(String.init) ?? ""
        guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
            throw LoopbackSocket.Failure(description: "the program said nothing")
        }
    }

    deinit {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    /// Asks it to end, and waits.
    ///
    /// - Returns: its exit status and what it said on standard error.
    public func end(_ signal: Int32 = SIGTERM) -> (status: Int32, errors: String) {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self))
    }

    /// What it has said on standard error so far, waiting until it contains `mark`.
    public func errors(through mark: String) -> String {
        var said = ""
        while !said.contains(mark) {
            let more = errors.fileHandleForReading.availableData
            if more.isEmpty { break }
            said += String(decoding: more, as: UTF8.self)
        }
        return said
    }

    public var port: Int { address.firstMatch(of: /:([0-9]+)\//).flatMap { Int($0.1) } ?? 0 }
}
