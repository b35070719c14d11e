import Glibc

/// A folder of small files, each of which is there whole or not at all.
struct StoreFolder {
    /// More than a page can have reason for.
    static let maxFiles = 10_000
    static let maxFileBytes = 16 << 20

    let path: String

    /// Makes the folder, for its owner only, if it is not there.
    ///
    /// - Throws: `io`.
    init(_ path: String) throws(StorageError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .failed("mkdir") }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw StorageError(.io, "The store is to be a folder.")
        }
        self.path = path
    }

    /// Nil when there is no such file.
    ///
    /// - Throws: `io`, `damaged` when it is larger than any file of a store.
    func bytes(of name: String) throws(StorageError) -> [UInt8]? {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .failed("open")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .failed("fstat") }
        // A pipe in a record's place would be waited for.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StorageError(.damaged, "A file of the store is not its own.")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .failed("read") }
            bytes += chunk[..<count]
            guard bytes.count <= Self.maxFileBytes else {
                throw StorageError(.damaged, "A file of the store is not its own.")
            }
        }
    }

    /// Writes a file; what it held before is gone only when the new content is on the disk.
    ///
    /// - Parameter replacing: whether there may be one already.
    /// - Throws: `full`, `too_large`, `exists`, `io`.
    func write(_ bytes: [UInt8], to name: String, replacing: Bool) throws(StorageError) {
        guard bytes.count <= Self.maxFileBytes else {
            throw StorageError(.tooLarge, "The value is too long for the store.")
        }
        guard try names().count < Self.maxFiles else { throw StorageError(.full, "The store is full.") }
        let draft = "\(path)/.\(String(UInt64.random(in: .min ... .max), radix: 16)).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed("open") }
        var isPlaced = false
        defer { if !isPlaced { unlink(draft) } }
        try Self.fill(descriptor, with: bytes)
        let target = "\(path)/\(name)"
        if replacing {
            guard rename(draft, target) == 0 else { throw .failed("rename") }
            isPlaced = true
        } else {
            // Unlike `rename`, `link` does not replace what another process has put there meanwhile.
            guard link(draft, target) == 0 else {
                throw errno == EEXIST ? StorageError(.exists, "There is one of that name.") : .failed("link")
            }
        }
        try settle()
    }

    /// Nothing happens when there is no such file.
    ///
    /// - Throws: `io`.
    func remove(_ name: String) throws(StorageError) {
        guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else { throw .failed("unlink") }
        try settle()
    }

    /// The names of the files, in no order; drafts left out.
    ///
    /// - Throws: `io`.
    func names() throws(StorageError) -> [String] {
        guard let folder = opendir(path) else { throw .failed("opendir") }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    /// Writes everything, waits until it is on the disk, and closes the file.
    private static func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(StorageError) {
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBufferPointer { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .failed("write") }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw .failed("fsync") }
    }

    /// Waits until the folder itself is on the disk.
    private func settle() throws(StorageError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("open") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .failed("fsync") }
    }
}
