import Foundation
import Testing

/// The process of a browser with a profile of its own; both are gone when it is ended.
final class BrowserProcess {
    /// A folder for it alone.
    let profile: URL
    private let process = Process()
    private let endingSignal: Int32

    /// - Parameter endingSignal: what ends it for sure.
    init(endingSignal: Int32) throws {
        self.endingSignal = endingSignal
        profile = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    }

    deinit { end() }

    /// Starts it, and waits until it says on standard error where it can be reached.
    ///
    /// - Parameters:
    ///   - path: of its program.
    ///   - environment: added to that of the tests.
    ///   - address: finds what it says, and in that what is returned.
    func start(
        _ path: String, _ arguments: [String], environment: [String: String] = [:],
        address: Regex<(Substring, Substring)>
    ) throws -> String {
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var said = ""
        while true {
            let more = errors.fileHandleForReading.availableData
            try #require(!more.isEmpty, "\(path) ended: \(said)")
            said += String(decoding: more, as: UTF8.self)
            guard let found = said.firstMatch(of: address) else { continue }
            // Nobody reads what else it says.
            errors.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
            return String(found.1)
        }
    }

    /// Ends it, if that has not been done.
    func end() {
        if process.isRunning {
            kill(process.processIdentifier, endingSignal)
            process.waitUntilExit()
        }
        // The system clears the folder of temporary files where this cannot.
        do { try FileManager.default.removeItem(at: profile) } catch {}
    }
}
