import Glibc
import Reporting

/// Keeps a file for one writing process.
///
/// The descriptor stays open as long as the store: closing any descriptor of a file gives up the locks that SQLite
/// holds on it in the same process.
final class FileLock: Sendable {
    private let descriptor: Int32

    /// Makes a file that only its owner can read and write.
    ///
    /// - Throws: `exists` or `failed`.
    init(creating path: String) throws(ResultStoreError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw ResultStoreError(
                    .exists, "There is something at \(path.printable()) already; --resume goes on with a store.")
            }
            throw ResultStoreError(
                .failed, "The store \(path.printable()) could not be made: \(String(cString: strerror(errno))).")
        }
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// - Throws: `missing` or `inUse`.
    init(existing path: String) throws(ResultStoreError) {
        var status = stat()
        if stat(path, &status) == 0 { try Self.requireFile(path, status) }
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .missing(path, errno: errno)
        }
        // Where this throws all is set, and `deinit` closes.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw ResultStoreError(.inUse, "Another mrz-scan is writing to the store.")
        }
    }

    /// A pipe that nobody writes to would be waited for for ever.
    ///
    /// - Throws: `missing` of a folder, `notAStore` of anything else that is no file.
    static func requireFile(_ path: String, _ status: stat) throws(ResultStoreError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .missing(path, errno: EISDIR)
        default: throw ResultStoreError(.notAStore, "\(path.printable()): That is no file, and so no store of results.")
        }
    }

    deinit { close(descriptor) }
}
