import Glibc

/// Lines of a stream, each ended by a line feed; what follows the last one is a line too.
struct JSONLineInput {
    private let descriptor: Int32
    private let maxBytes: Int
    private var rest: [UInt8] = []
    private var isTooLong = false
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private var isAtEnd = false

    /// - Parameter maxBytes: longer lines are passed over, and nothing of them is kept.
    init(_ descriptor: Int32, maxBytes: Int) {
        self.descriptor = descriptor
        self.maxBytes = maxBytes
    }

    enum Line: Equatable {
        case line([UInt8])
        /// One that is longer than allowed.
        case tooLong
    }

    /// The next line, waiting for it; nil at the end of the stream, and where it can't be read any further.
    mutating func next() -> Line? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                let line = Array(rest[..<end])
                rest.removeSubrange(...end)
                return take(line)
            }
            if rest.count > maxBytes {
                isTooLong = true
                rest = []
            }
            if isAtEnd {
                if rest.isEmpty, !isTooLong { return nil }
                defer { rest = [] }
                return take(rest)
            }
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 {
                isAtEnd = true
            } else {
                rest += chunk[..<count]
            }
        }
    }

    private mutating func take(_ line: [UInt8]) -> Line {
        defer { isTooLong = false }
        return isTooLong || line.count > maxBytes ? .tooLong : .line(line)
    }
}
