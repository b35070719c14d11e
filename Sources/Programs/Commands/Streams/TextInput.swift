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

    /// All of a file, or of standard input for `-`. What is not UTF-8 in it is replaced, for MRZs are ASCII.
    ///
    /// - Throws: `not_found`, `permission_denied`, `is_a_directory`, `too_many_bytes`, `io`, or `timed_out` of a pipe
    ///   that nobody writes to.
    package static func text(of path: String) throws(DecodingError) -> String {
        let descriptor = path == "-" ? .standardInput : try openedInput(path)
        defer { if descriptor != .standardInput { descriptor.close() } }
        do throws(FileDescriptor.ReadError) {
            return String(decoding: try descriptor.readAll(maxBytes: MRZReader.maxTextBytes), as: UTF8.self)
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
}
