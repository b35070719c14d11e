import Glibc
import Processes

/// A folder of small files, each of which is there whole or not at all.
struct StoreFolder {
    /// Files at the most: more than a page can have reason for.
    static let maxFiles = 10_000
    /// Bytes of a file at the most.
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
        // Its own name is on the disk when the folder around it is; where that may not be listed, nobody can see to it.
        if access(path + "/..", R_OK) == 0 { try Self.syncFolder(path + "/..") }
        clearDrafts()
    }

    /// Drafts live for a moment: one that is older than so many seconds was left behind by a process that was ended.
    private static let draftLife = 60

    /// Takes drafts away that nobody is writing any more. Where that fails they stay, and do no harm.
    private func clearDrafts() {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        do throws(SystemError) {
            let folder = try FolderListing(path)
            while let entry = try folder.next() {
                guard entry.isHidden, let name = entry.name, name.hasSuffix(Self.draftEnding) else { continue }
                let draft = "\(path)/\(name)"
                var status = stat()
                guard lstat(draft, &status) == 0, now.tv_sec - status.st_mtim.tv_sec > Self.draftLife else { continue }
                unlink(draft)
            }
        } catch {
            // They stay.
        }
    }

    private static let draftEnding = ".new"

    /// Nil when there is no such file.
    ///
    /// - Throws: `io`, `damaged` when it is larger than any file of a store.
    func bytes(of name: String) throws(StorageError) -> [UInt8]? {
        let descriptor: FileDescriptor
        do throws(SystemError) {
            descriptor = try .open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            if error.number == ENOENT { return nil }
            throw .failed("open", error)
        }
        defer { descriptor.close() }
        let status: stat
        do throws(SystemError) {
            status = try descriptor.status()
        } catch {
            throw .failed("fstat", error)
        }
        // A pipe in a record's place would be waited for.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notItsOwn }
        do throws(FileDescriptor.ReadError) {
            return try descriptor.readAll(maxBytes: Self.maxFileBytes)
        } catch {
            switch error {
            case .tooMuch: throw .notItsOwn
            case .system(let failure): throw .failed("read", failure)
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
        // What replaces a file needs no room.
        let names = try names()
        guard names.count < Self.maxFiles || names.contains(name) else {
            throw StorageError(.full, "The store is full.")
        }
        let draft = "\(path)/.\(String(UInt64.random(in: .min ... .max), radix: 16))\(Self.draftEnding)"
        let descriptor = try Self.opened(draft, O_WRONLY | O_CREAT | O_EXCL)
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
        try Self.syncFolder(path)
    }

    /// When a file was written last, in nanoseconds; nil when there is no such file.
    ///
    /// - Throws: `io`.
    func timeOfWriting(_ name: String) throws(StorageError) -> Int? {
        var status = stat()
        guard lstat("\(path)/\(name)", &status) == 0 else {
            if errno == ENOENT { return nil }
            throw .failed("lstat")
        }
        return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }

    /// Nothing happens when there is no such file.
    ///
    /// - Throws: `io`.
    func remove(_ name: String) throws(StorageError) {
        guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else { throw .failed("unlink") }
        try Self.syncFolder(path)
    }

    /// The names of the files, in no order; drafts left out, and names that are not UTF-8, which no file of a store
    /// has.
    ///
    /// - Throws: `io`.
    func names() throws(StorageError) -> [String] {
        do throws(SystemError) {
            let folder = try FolderListing(path)
            var names: [String] = []
            while let entry = try folder.next() {
                if !entry.isHidden, let name = entry.name { names.append(name) }
            }
            return names
        } catch {
            throw .failed("readdir", error)
        }
    }

    /// - Throws: `io`.
    private static func opened(_ path: String, _ flags: Int32) throws(StorageError) -> FileDescriptor {
        do throws(SystemError) {
            return try .open(path, flags, permissions: 0o600)
        } catch {
            throw .failed("open", error)
        }
    }

    /// Writes everything, waits until it is on the disk, and closes the file.
    private static func fill(_ descriptor: FileDescriptor, with bytes: [UInt8]) throws(StorageError) {
        defer { descriptor.close() }
        do throws(SystemError) {
            try descriptor.write(bytes)
        } catch {
            throw .failed("write", error)
        }
        guard fsync(descriptor.number) == 0 else { throw .failed("fsync") }
    }

    /// Waits until the names in a folder are on the disk.
    private static func syncFolder(_ path: String) throws(StorageError) {
        let descriptor = try opened(path, O_RDONLY | O_DIRECTORY)
        defer { descriptor.close() }
        guard fsync(descriptor.number) == 0 else { throw .failed("fsync") }
    }
}
