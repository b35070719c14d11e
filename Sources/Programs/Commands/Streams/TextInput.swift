import Glibc
package import ImageDecoding
import MRZScan
import Processes

/// A text to parse.
package enum TextInput {
    /// The same as `text(of:)`, whose error names the path: of a file that is no input, but what an option names.
    package static func text(ofNamed path: String) throws(DecodingError) -> String {
        do throws(DecodingError) {
            return try text(of: path)
        } catch {
            throw error.naming(path)
        }
    }

    /// All of a file, or of standard input for `-`: UTF-8, or UTF-16 where a byte order mark says so. What is neither is
    /// replaced, for MRZs are ASCII.
    ///
    /// - Throws: `not_found`, `permission_denied`, `is_a_directory`, `too_many_bytes`, `io`, or `timed_out` of a pipe
    ///   that nobody writes to.
    package static func text(of path: String) throws(DecodingError) -> String {
        let descriptor = path == "-" ? .standardInput : try openedInput(path)
        defer { if descriptor != .standardInput { descriptor.close() } }
        do throws(FileDescriptor.ReadError) {
            return decoded(try descriptor.readAll(maxBytes: MRZReader.maxTextBytes))
        } catch {
            switch error {
            case .tooMuch:
                throw DecodingError(.tooManyBytes, "The text has more than \(MRZReader.maxTextBytes) bytes.")
            case .system(SystemError(EISDIR)):
                throw DecodingError(.isDirectory, "The input is a folder, not a file.", errno: EISDIR)
            case .system(let failure): throw .system("read", failure)
            }
        }
    }

    /// Windows' Notepad and PowerShell write UTF-16, and a byte order mark before UTF-8 as well.
    private static func decoded(_ bytes: [UInt8]) -> String {
        func units(_ unit: (_ first: UInt16, _ second: UInt16) -> UInt16) -> [UInt16] {
            stride(from: 2, to: bytes.count - 1, by: 2).map { unit(UInt16(bytes[$0]), UInt16(bytes[$0 + 1])) }
        }
        return switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE): String(decoding: units { $1 << 8 | $0 }, as: UTF16.self)
        case (0xFE, 0xFF): String(decoding: units { $0 << 8 | $1 }, as: UTF16.self)
        case (0xEF, 0xBB) where bytes.dropFirst(2).first == 0xBF: String(decoding: bytes.dropFirst(3), as: UTF8.self)
        default: String(decoding: bytes, as: UTF8.self)
        }
    }
}
