import BridgeConformance
import Foundation
import Testing

/// `mrz-scan bridge` as a host process uses it: one message a line.
final class BridgeProcess: Sendable {
    private let process: Process
    private let input = Pipe()
    let transport: BridgeTransport

    init(_ arguments: [String]) throws {
        process = BuiltProgram.make(["bridge"] + arguments)
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let reading = output.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while case let data = reading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: 0x0A) {
                    continuation.yield(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            continuation.finish()
        }
        let writing = input.fileHandleForWriting
        transport = BridgeTransport(messages: lines) { text in
            // A line feed would end the message early; nothing that a test sends has one.
            try writing.write(contentsOf: Data((text + "\n").utf8))
        }
    }

    /// Ends the input and waits for the program's end.
    func finish() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
