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
}
