import Foundation
import LoopbackClient
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// One of the program's hosts, run as a user runs it, and one page's connection to it.
final class RunHost {
    static let passport = ServedProgram.sample("td3/096-scan-rgb.jpg")

    private let kind: String
    /// With a camera a scan may be running that ends of itself only after two minutes.
    private let isScanning: Bool
    private let process = Process()
    private let folder: URL
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()
    private var socket: WebSocketClient?
    private var rest = Data()

    /// - Parameter kind: `bridge`, `serve` or `launch`.
    init(_ kind: String, dialect: String, needs: Set<String>) throws {
        self.kind = kind
        isScanning = needs.contains("camera")
        folder = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let events = folder.appending(path: "events").path
        var arguments = [kind, "--today", needs.contains("valid") ? "2020-01-01" : "2026-02-28", "--events", events]
        if needs.contains("camera") {
            let picture = needs.contains("card") ? ServedProgram.sample("td1/101-scan-rgb.jpg") : Self.passport
            arguments += ["--images", picture, "--hold", "100000"]
        }
        if needs.contains("pictures") { arguments += ["--images", Self.passport, "--hold", "40"] }
        if needs.contains("lost") { arguments += ["--device", "/dev/no-such-video"] }
        if needs.contains("store") { arguments += ["--store", folder.appending(path: "store").path] }
        switch kind {
        case "bridge": arguments += ["--dialect", dialect]
        case "serve": arguments += ["--port", "0"]
        default:
            arguments += ["--page", LaunchedPage.folder.path, "--dialect", dialect, "--no-browser"]
        }
        process.executableURL = ProgramFile.executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["MRZ_SCAN_STORE_KEY": String(repeating: "0f", count: 32)]) { $1 }
        process.standardInput = kind == "bridge" ? input : FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        guard kind != "bridge" else { return }
        let address = try line() ?? ""
        guard let port = address.firstMatch(of: /:([0-9]+)\//).flatMap({ Int($0.1) }) else {
            throw LoopbackSocket.Failure(description: "no address, but: \(said)")
        }
        let token = address.split(separator: "=").last ?? ""
        let path = kind == "serve" ? "/bridge?dialect=\(dialect)" : "/.mrz-scan/bridge?token=\(token)"
        socket = try WebSocketClient(port: port, path: path)
    }

    deinit {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        // The system clears the folder of temporary files where this cannot.
        do { try FileManager.default.removeItem(at: folder) } catch {}
    }

    func send(_ message: Any) throws {
        let text = String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
        if let socket { return try socket.send(text) }
        try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
    }

    /// The next message of the host.
    func receive() throws -> Any {
        let text = try socket == nil ? line() : socket?.receiveText()
        guard let text else { throw LoopbackSocket.Failure(description: "the host has gone") }
        return try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    /// Ends it, unless it has ended by itself.
    ///
    /// - Parameter isOver: whether it ends by itself.
    /// - Returns: its exit status, and everything that was heard.
    func finish(isOver: Bool) throws -> (status: Int32, events: [[String: Any]]) {
        switch kind {
        case "bridge" where isScanning: process.terminate()
        case "bridge": try input.fileHandleForWriting.close()
        case "serve": process.terminate()
        default: if !isOver { process.terminate() }
        }
        // Whoever waits for its end has to read what it still says.
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = try String(contentsOf: folder.appending(path: "events"), encoding: .utf8)
        let events = try text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        return (process.terminationStatus, events)
    }

    private var said: String { String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self) }

    /// One line of standard output; nil when it has ended.
    private func line() throws -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            }
            var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 20_000) > 0 else {
                throw LoopbackSocket.Failure(description: "the host says nothing")
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }
}

/// The program as it was built beside these tests.
enum ProgramFile {
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "mrz-scan")
}
