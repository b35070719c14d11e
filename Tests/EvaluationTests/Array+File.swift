import Glibc

extension [UInt8] {
    /// All of a file.
    init(contentsOf path: String) throws {
        guard let file = fopen(path, "rb") else { throw MissingFile(path: path) }
        defer { fclose(file) }
        self = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { self += chunk[..<count] }
    }

    struct MissingFile: Error {
        let path: String
    }
}
