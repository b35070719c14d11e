import Glibc
import ImageDecoding
import MRZScan

/// A text to parse.
enum TextInput {
    /// All of a file, or of standard input for `-`. What is not UTF-8 in it is replaced, for MRZs are ASCII.
    ///
    /// - Throws: `not_found`, `permission_denied`, `is_a_directory`, `too_many_bytes`, `io`, or `timed_out` of a pipe
    ///   that nobody writes to.
    static func text(of path: String) throws(DecodingError) -> String {
        let descriptor = path == "-" ? STDIN_FILENO : try openedInput(path)
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw failure(errno)
            }
            bytes += chunk[..<count]
            guard bytes.count <= MRZReader.maxTextBytes else {
                throw DecodingError(.tooManyBytes, "The text has more than \(MRZReader.maxTextBytes) bytes.")
            }
        }
    }

    private static func failure(_ number: Int32) -> DecodingError {
        switch number {
        case ENOENT, ENOTDIR: DecodingError(.notFound, "There is no such file.", errno: number)
        case EACCES, EPERM: DecodingError(.permissionDenied, "This user may not read the input.", errno: number)
        case EISDIR: DecodingError(.isDirectory, "The input is a folder, not a file.", errno: number)
        default:
            DecodingError(.io, "The input could not be read: \(String(cString: strerror(number))).", errno: number)
        }
    }
}
