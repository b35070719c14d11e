import Glibc

/// The lines of a stream, each given as soon as it has ended.
package struct LineReader {
    package enum Line: Sendable, Equatable {
        /// A line without what ends it.
        case bytes([UInt8])
        /// It was longer than the limit and has been passed over; nothing of it was kept.
        case tooLong
    }

    private let descriptor: FileDescriptor
    private let maxBytes: Int
    private let end: UInt8
    private let dropsReturn: Bool
    private var buffer: [UInt8] = []
    /// Bytes of the buffer that were given already.
    private var given = 0
    private var hasEnded = false
    /// The line that the buffer is in has been longer than the limit already.
    private var isTooLong = false
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)

    /// - Parameters:
    ///   - maxBytes: of a line.
    ///   - end: the byte that ends one.
    ///   - dropsReturn: whether a line feed ends a line together with a carriage return before it.
    package init(
        _ descriptor: FileDescriptor, maxBytes: Int, end: UInt8 = UInt8(ascii: "\n"), dropsReturn: Bool = false
    ) {
        self.descriptor = descriptor
        self.maxBytes = maxBytes
        self.end = end
        self.dropsReturn = dropsReturn
    }

    /// The next line, waiting for it; nil at the end. What follows the last end is a line too, where it is not empty.
    ///
    /// - Throws: why it cannot be read any further; what came before that is then given as the last line.
    package mutating func next() throws(SystemError) -> Line? {
        var searched = given
        while true {
            if let place = buffer[searched...].firstIndex(of: end) {
                let line = content(of: buffer[given..<place])
                given = place + 1
                defer { isTooLong = false }
                return isTooLong || line.count > maxBytes ? .tooLong : .bytes(Array(line))
            }
            if hasEnded {
                let rest = Array(content(of: buffer[given...]))
                (buffer, given) = ([], 0)
                defer { isTooLong = false }
                if isTooLong || rest.count > maxBytes { return .tooLong }
                return rest.isEmpty ? nil : .bytes(rest)
            }
            if buffer.count - given > maxBytes {
                isTooLong = true
                given = buffer.count
            }
            buffer.removeFirst(given)
            given = 0
            searched = buffer.count
            let count: Int
            do throws(SystemError) {
                count = try descriptor.read(into: &chunk)
            } catch {
                hasEnded = true
                throw error
            }
            hasEnded = count == 0
            buffer += chunk[..<count]
        }
    }

    private func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        dropsReturn && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
