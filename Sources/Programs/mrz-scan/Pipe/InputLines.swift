import Glibc
import ImageDecoding

/// The lines of standard input, each given as soon as it has ended.
struct InputLines {
    enum Line: Equatable {
        /// Without its end, LF or CRLF.
        case bytes([UInt8])
        /// It was longer than the limit and has been passed over.
        case tooLong
    }

    private let maxBytes: Int
    private var buffer: [UInt8] = []
    /// Bytes of the buffer that were given already.
    private var given = 0
    private var hasEnded = false

    init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// Waits for the next line; nil at the end of input. The last line needs no end.
    ///
    /// - Throws: `io`.
    mutating func next() throws(DecodingError) -> Line? {
        var searched = given
        var isTooLong = false
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[given..<end]
                given = end + 1
                return isTooLong ? .tooLong : .bytes(Self.withoutReturn(line))
            }
            if hasEnded {
                let rest = Self.withoutReturn(buffer[given...])
                (buffer, given) = ([], 0)
                return isTooLong ? .tooLong : rest.isEmpty ? nil : .bytes(rest)
            }
            if buffer.count - given > maxBytes {
                isTooLong = true
                given = buffer.count
            }
            buffer.removeFirst(given)
            given = 0
            searched = buffer.count
            hasEnded = try !readMore()
        }
    }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> [UInt8] {
        Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    /// Whether there was more.
    private mutating func readMore() throws(DecodingError) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            if count >= 0 {
                buffer += chunk[..<count]
                return count > 0
            }
            guard errno == EINTR else {
                throw DecodingError(
                    .io, "Standard input could not be read: \(String(cString: strerror(errno))).", errno: errno)
            }
        }
    }
}
