import Glibc
import Processes

/// The bytes of files, read before anybody looks into them.
public enum InputBytes {
    /// What the file system says about a file.
    public struct Status: Sendable, Equatable {
        /// Bytes.
        public let size: Int
        /// Nanoseconds since 1970. From April 2262 on they are more than an integer holds, and begin again with the
        /// least: two times are the same number only 584 years apart.
        public let modified: Int

        init(_ status: stat) {
            size = Int(status.st_size)
            modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
        }
    }

    /// The status of what `path` leads to; nil where it leads to no file.
    public static func status(of path: String) -> Status? {
        guard let status = Folder.status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Status(status)
    }

    /// All of a regular file, and its status before it was read. What is no file, such as a pipe that nobody writes to,
    /// is not waited for.
    ///
    /// - Throws: `not_found`, `permission_denied`, `is_a_directory`, `not_a_file`, `is_empty`, `too_many_bytes` or
    ///   `io`.
    public static func read(
        _ path: String, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodingError) -> (bytes: [UInt8], status: Status) {
        let descriptor: FileDescriptor
        do throws(SystemError) {
            descriptor = try .open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch {
            throw .system("opened", error, of: path)
        }
        defer { descriptor.close() }
        let status = try ImageDecoding.status(of: descriptor)
        let type = status.st_mode & S_IFMT
        guard type == S_IFREG || type == S_IFDIR else { throw .notAFile }
        let bytes = try readAll(descriptor, limits)
        guard !bytes.isEmpty else { throw DecodingError(.isEmpty, "The input has no bytes.") }
        return (bytes, Status(status))
    }

    /// All of standard input.
    ///
    /// - Throws: `is_empty`, `too_many_bytes` or `io`.
    public static func standardInput(limits: DecodingLimits = DecodingLimits()) throws(DecodingError) -> [UInt8] {
        let bytes = try readAll(.standardInput, limits)
        guard !bytes.isEmpty else { throw DecodingError(.isEmpty, "The input has no bytes.") }
        return bytes
    }
}

extension DecodingError {
    static var notAFile: DecodingError {
        DecodingError(.notAFile, "The input is a pipe, a socket or a device, not a file.")
    }
}
