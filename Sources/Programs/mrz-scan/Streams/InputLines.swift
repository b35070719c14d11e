import ImageDecoding
import Processes

/// The lines of standard input, each given as soon as it has ended.
struct InputLines {
    typealias Line = LineReader.Line

    private var reader: LineReader

    /// - Parameters:
    ///   - maxBytes: longer lines are passed over, and nothing of them is kept.
    ///   - dropsReturn: whether CRLF ends a line as well as LF.
    init(maxBytes: Int, dropsReturn: Bool = false) {
        reader = LineReader(.standardInput, maxBytes: maxBytes, dropsReturn: dropsReturn)
    }

    /// Waits for the next line; nil at the end of input. The last line needs no end.
    ///
    /// - Throws: `io`. What came before that is then the next line.
    mutating func next() throws(DecodingError) -> Line? {
        do throws(SystemError) {
            return try reader.next()
        } catch {
            throw DecodingError(
                .io, "Standard input could not be read: \(error.reason).", errno: error.number)
        }
    }
}
