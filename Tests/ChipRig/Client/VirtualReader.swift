public import Foundation

/// A `pcscd` of its own with two virtual readers, and the rig's chips in them. It ends when the test's block does.
public final class VirtualReader {
    private static let daemon = "/usr/sbin/pcscd"

    /// Whether tests with a reader can run here. Where the environment says `TEST_CHIP=required`, they are to run and
    /// fail if they cannot.
    public static let isAvailable: Bool =
        ProcessInfo.processInfo.environment["TEST_CHIP"] == "required"
        || ChipRig.isAvailable && FileManager.default.isExecutableFile(atPath: daemon) && canMount

    /// Whether this user may have a mount that nobody else sees: the daemon's socket has one place only.
    private static var canMount: Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = (getuid() == 0 ? [] : ["--map-root-user"]) + ["--mount", "true"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// What to say where they cannot.
    public static let absence = "needs pcscd, vsmartcard-vpcd and python3-cryptography: make chip-packages"

    /// Why the daemon or a chip did not start.
    public struct Failure: Error {
        public let log: String
    }

    /// Where a program finds the daemon.
    public let environment: [String: String]
    /// A folder that is gone afterwards.
    public let folder: URL
    private let port: Int
    private var chips: [Process] = []

    /// Ports that nobody uses, two neighbours for each daemon.
    private final class Ports: @unchecked Sendable {
        private let lock = NSLock()
        // Below those that the system gives to connections, which begin at 32,768.
        private var last = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 300 * 40

        func next() -> Int {
            lock.withLock {
                repeat { last += 2 } while !isFree(last) || !isFree(last + 1)
                return last
            }
        }

        /// Whether nobody listens there, on any address, as the daemon is to.
        private func isFree(_ port: Int) -> Bool {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }
    }

    private static let ports = Ports()

    /// Runs `body` with readers in which nothing lies.
    public static func with<Result>(_ body: (VirtualReader) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let reader = try VirtualReader(folder)
        defer { reader.end() }
        return try body(reader)
    }

    private init(_ folder: URL) throws {
        self.folder = folder
        port = Self.ports.next()
        let start = Process()
        start.executableURL = ChipRig.folder.appending(path: "pcscd.sh")
        start.arguments = ["start", folder.appending(path: "daemon").path, String(port)]
        let output = Pipe()
        start.standardOutput = output
        start.standardError = FileHandle.nullDevice
        try start.run()
        // Its end is not to be waited for: for Foundation it has not ended as long as the daemon runs that it starts.
        let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard answer.contains("PCSCLITE_CSOCK_NAME") else { throw Failure(log: answer) }
        environment = ["PCSCLITE_CSOCK_NAME": folder.appending(path: "daemon/run/pcscd.comm").path]
    }

    /// Sends the daemon a signal. Those that it could handle may be blocked where the tests run.
    private func signalDaemon(_ number: Int32) throws {
        let file = folder.appending(path: "daemon/pid")
        let text = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        if let daemon = Int32(text) { kill(daemon, number) }
    }

    /// The daemon answers nobody from now on.
    public func hang() throws { try signalDaemon(SIGSTOP) }

    private func end() {
        for chip in chips { kill(chip.processIdentifier, SIGKILL) }
        do {
            try signalDaemon(SIGKILL)
            try FileManager.default.removeItem(at: folder)
        } catch {
            // The system clears the folder of temporary files.
        }
    }

    /// Lays a document into the first reader, once: a daemon may not notice that one is exchanged for another.
    ///
    /// - Parameters:
    ///   - profile: its name in `profiles.json`.
    ///   - settings: `key=value`, in JSON or as text.
    ///   - again: seconds after which a document that has left comes back.
    /// - Returns: the lines of its MRZ, and the folder with its files and certificates.
    public func lay(
        _ profile: String, _ settings: [String] = [], again: Double? = nil
    ) throws -> (mrz: [String], folder: URL) {
        let files = folder.appending(path: "card-\(chips.count)")
        let chip = Process()
        chip.executableURL = URL(filePath: "/usr/bin/python3")
        chip.arguments =
            [ChipRig.folder.appending(path: "card.py").path, profile, "--port", String(port), "--export", files.path]
            + settings.flatMap { ["--set", $0] } + (again.map { ["--again", String($0)] } ?? [])
        let output = Pipe()
        chip.standardOutput = output
        chip.standardError = FileHandle.nullDevice
        try chip.run()
        chips.append(chip)
        var text = ""
        while !text.contains("in the reader") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { throw Failure(log: text) }
            text += String(decoding: more, as: UTF8.self)
        }
        return (text.split(separator: "\n").map(String.init).filter { $0.contains("<") }, files)
    }
}
