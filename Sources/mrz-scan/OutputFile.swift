import Glibc

/// Files that the program is asked to write.
enum OutputFile {
    /// Writes all of `bytes`, over whatever the file holds.
    static func write(_ bytes: some Collection<UInt8>, to path: String) throws(OutputError) {
        guard let file = fopen(path, "wb") else { throw .failed(errno: errno) }
        let bytes = Array(bytes)
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { throw .failed(errno: errno) }
    }

    static func write(_ text: String, to path: String) throws(OutputError) {
        try write(text.utf8, to: path)
    }
    /// Writes all of `bytes` to a file that only this user can read, whatever it was before.
    static func writePrivately(_ bytes: [UInt8], to path: String) throws(OutputError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed(errno: errno) }
        // A file that was there already may be open to others.
        guard fchmod(descriptor, 0o600) == 0, let file = fdopen(descriptor, "wb") else {
            defer { close(descriptor) }
            throw .failed(errno: errno)
        }
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { throw .failed(errno: errno) }
    }
}
