import Glibc
import Processes
import Reporting

/// Keeps a file for one writing process.
///
/// The descriptor stays open as long as the store: closing any descriptor of a file gives up the locks that SQLite
/// holds on it in the same process.
final class FileLock: Sendable {
    private let descriptor: FileDescriptor

    /// Makes a file that only its owner can read and write.
    ///
    /// - Throws: `exists`, `inUse` where another process was quicker to take it, or `failed`.
    init(creating path: String) throws(ResultStoreError) {
        do throws(SystemError) {
            descriptor = try .open(path, O_RDWR | O_CREAT | O_EXCL, permissions: 0o600)
        } catch {
            if error.number == EEXIST {
                throw ResultStoreError(
                    .exists, "There is something at \(path.printable()) already; --resume goes on with a store.")
            }
            throw ResultStoreError(.failed, "The store \(path.printable()) could not be made: \(error.reason).")
        }
        do throws(ResultStoreError) {
            try lock()
        } catch {
            // Nothing is in it yet, and a new attempt would find it in its way; another process's is not ours.
            if error.code != .inUse { unlink(path) }
            throw error
        }
    }

    /// - Throws: `missing`, `inUse` or `failed`, and as `requireFile`.
    init(existing path: String) throws(ResultStoreError) {
        var status = stat()
        if stat(path, &status) == 0 { try Self.requireFile(path, status) }
        do throws(SystemError) {
            descriptor = try .open(path, O_RDWR)
        } catch {
            throw .missing(path, errno: error.number)
        }
        // Where this throws all is set, and `deinit` closes.
        try lock()
    }

    private func lock() throws(ResultStoreError) {
        do throws(SystemError) {
            _ = try valueOrErrno { flock(descriptor.number, LOCK_EX | LOCK_NB) }
        } catch {
            if error.number == EWOULDBLOCK {
                throw ResultStoreError(.inUse, "Another mrz-scan is writing to the store.")
            }
            throw ResultStoreError(.failed, "The store could not be locked: \(error.reason).")
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

    deinit { descriptor.close() }
}
