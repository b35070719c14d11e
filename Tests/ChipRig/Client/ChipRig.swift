public import Chip
public import Foundation

/// The chips of `Tests/ChipRig`, one at a time, answered by a program of its own.
public final class ChipRig {
    /// The folder of the rig.
    public static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Debian's, which has the package `cryptography` where others may not.
    private static let python = "/usr/bin/python3"

    /// Whether tests with a chip can run here. Where the environment says `TEST_CHIP=required`, they are to run and
    /// fail if they cannot.
    public static let isAvailable: Bool = {
        if ProcessInfo.processInfo.environment["TEST_CHIP"] == "required" { return true }
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", "import cryptography"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// What to say where they cannot.
    public static let absence = "needs Debian's python3-cryptography: make chip-packages"

    /// What is known of the card that lies there.
    public struct Card: Decodable {
        public let mrz: [String]
        public let information: String
        public let can: String?
        public let atr: String
        public let csca: String
        public let dsc: String
        public let masterList: String
        public let crl: String
        public let crlRevoked: String
        /// The authority's next certificate, and what it has signed with that key.
        public let cscaNext: String
        public let crlNext: String
        public let crlNextRevoked: String
        /// A list that is not of all certificates.
        public let crlPartial: String
        public let extended: Bool
    }

    private let process = Process()
    private let commands = Pipe()
    private let answers = Pipe()
    private var gathered = Data()
    /// Every command that was sent to the card, when it is to be kept.
    public var log: [[UInt8]] = []
    /// Changes an answer before it is given, for chips that are worse than any of the rig's.
    public var change: (([UInt8]) -> [UInt8])?

    public init() throws {
        process.executableURL = URL(filePath: Self.python)
        process.arguments = [Self.folder.appending(path: "desk.py").path]
        process.standardInput = commands
        process.standardOutput = answers
        try process.run()
    }

    // It ends with its input; signals may be blocked where the tests run, and it inherits that.
    deinit { do { try commands.fileHandleForWriting.close() } catch {} }

    /// Lays a card on the desk.
    ///
    /// - Parameters:
    ///   - profile: its name in `profiles.json`.
    ///   - changes: settings that differ, in JSON.
    public func load(_ profile: String, _ changes: String = "{}") throws -> Card {
        log = []
        change = nil
        return try JSONDecoder().decode(Card.self, from: Data(try ask("load \(profile) \(changes)").utf8))
    }

    /// What stands in a file of the application.
    public func file(_ identifier: Int) throws -> [UInt8] { Hex.bytes(try ask("file \(identifier)")) }

    private struct Ended: Error {}

    private func ask(_ line: String) throws -> String {
        try commands.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        while true {
            if let end = gathered.firstIndex(of: 0x0A) {
                let answer = String(decoding: gathered[..<end], as: UTF8.self)
                gathered = Data(gathered[(end + 1)...])
                return answer
            }
            let more = answers.fileHandleForReading.availableData
            if more.isEmpty { throw Ended() }
            gathered += more
        }
    }
}

extension ChipRig: ChipTransport {
    public func transmit(_ command: [UInt8]) throws(ChipError) -> [UInt8] {
        log.append(command)
        let answer: String
        do { answer = try ask(Hex.text(command)) } catch {
            throw ChipError(.transportFailed, "The rig has ended.")
        }
        if answer == "removed" { throw ChipError(.removed, "The document left the reader.") }
        let bytes = Hex.bytes(answer)
        return change.map { $0(bytes) } ?? bytes
    }

    public func reset() throws(ChipError) {
        do { _ = try ask("reset") } catch { throw ChipError(.transportFailed, "The rig has ended.") }
    }
}

/// Bytes as text.
public enum Hex {
    public static func bytes(_ text: String) -> [UInt8] {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    public static func text(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
