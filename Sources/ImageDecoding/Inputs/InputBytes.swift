import Glibc

/// The bytes of files, read before anybody looks into them.
public enum InputBytes {
    /// All of a regular file. What is no file, such as a pipe that nobody writes to, is not waited for.
    ///
    /// - Throws: `not_found`, `permission_denied`, `is_a_directory`, `not_a_file`, `is_empty`, `too_many_bytes` or
    ///   `io`.
    public static func read(_ path: String, limits: DecodingLimits = DecodingLimits()) throws(DecodingError) -> [UInt8]
    {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .system("opened", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("examined", errno) }
        let type = status.st_mode & S_IFMT
        guard type == S_IFREG || type == S_IFDIR else {
            throw DecodingError(.notAFile, "The input is a pipe, a socket or a device, not a file.")
        }
        let bytes = try readAll(descriptor, limits)
        guard !bytes.isEmpty else { throw DecodingError(.isEmpty, "The input has no bytes.") }
        return bytes
    }
}
