import Foundation
import Testing

/// The lines that a program writes into a pipe.
final class LinesFromPipe {
    private let handle: FileHandle
    private var rest = Data()

    init(_ pipe: Pipe) { handle = pipe.fileHandleForReading }

    /// The next line, without its end.
    ///
    /// - Throws: when the program has ended before that.
    func next() throws -> String {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = Data(rest[(end + 1)...])
                return line
            }
            let more = handle.availableData
            try #require(!more.isEmpty, "the program has ended")
            rest += more
        }
    }

    /// The next line that is so; those before it are passed over.
    ///
    /// - Throws: when the program has ended before that.
    @discardableResult func wait(for isWanted: (String) -> Bool) throws -> String {
        while true {
            let line = try next()
            if isWanted(line) { return line }
        }
    }
}
