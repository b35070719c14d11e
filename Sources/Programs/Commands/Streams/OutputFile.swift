import Glibc
import Processes

/// Files that the program is asked to write. Each is there whole or as it was before: what is written goes to a draft
/// beside it, which then takes its place.
///
/// A file that is there in a folder that this user may not write is the exception. It is emptied and written where it
/// is, and a failure leaves it in part. Devices and pipes are written where they are, too.
package enum OutputFile {
    /// Writes all of `bytes`, over whatever the file holds.
    ///
    /// - Throws: `file`, as the other two do.
    package static func write(_ bytes: some Collection<UInt8>, to path: String) throws(OutputError) {
        try replace(path, with: Array(bytes), mode: nil)
    }

    /// Writes a text, as `write(_:to:)` does bytes.
    package static func write(_ text: String, to path: String) throws(OutputError) {
        try write(text.utf8, to: path)
    }

    /// Writes all of `bytes` to a file that only this user can read, whatever it was before.
    package static func writePrivately(_ bytes: [UInt8], to path: String) throws(OutputError) {
        try replace(path, with: bytes, mode: 0o600)
    }

    /// - Parameter mode: nil for that of the file that is replaced, or of any new file.
    private static func replace(_ path: String, with bytes: [UInt8], mode: mode_t?) throws(OutputError) {
        do throws(OutputError) {
            try put(bytes, in: path, mode: mode)
        } catch .failed(let number) {
            throw .file(path, errno: number)
        }
    }

    private static func put(_ bytes: [UInt8], in path: String, mode: mode_t?) throws(OutputError) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        // A terminal or a pipe has no content that could be spoiled, and a device is not to be replaced, nor to be kept
        // from others.
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            return try fill(path, with: bytes, flags: 0, mode: nil)
        }
        // The file that a link leads to is replaced, not the link.
        let target = isThere ? resolvedPath(path) : path
        let draft = "\(target).part-\(getpid())"
        do throws(OutputError) {
            let kept = isThere ? status.st_mode & 0o7777 : nil
            try fill(draft, with: bytes, flags: O_CREAT | O_EXCL, mode: mode ?? kept)
        } catch .failed(let number) where isThere && (number == EACCES || number == EPERM) {
            // A file that may be written in a folder that may not.
            return try fill(path, with: bytes, flags: O_TRUNC, mode: mode)
        }
        guard rename(draft, target) == 0 else {
            let number = errno
            unlink(draft)
            throw .failed(errno: number)
        }
        try syncFolder(of: target)
    }

    /// Waits until the name of a file is on the disk.
    private static func syncFolder(of path: String) throws(OutputError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor: FileDescriptor
        do throws(SystemError) {
            descriptor = try .open(folder, O_RDONLY | O_DIRECTORY)
        } catch {
            // A folder that may be written and not listed is as good as it gets.
            return
        }
        defer { descriptor.close() }
        do throws(SystemError) {
            try descriptor.sync()
        } catch {
            // Some file systems have nothing to wait for.
            if error.number != EINVAL { throw .failed(errno: error.number) }
        }
    }

    /// Writes to a file and closes it. One that it made and could not write whole is gone again.
    private static func fill(
        _ path: String, with bytes: [UInt8], flags: Int32, mode: mode_t?
    ) throws(OutputError) {
        var failure: SystemError?
        do throws(SystemError) {
            let file = try FileDescriptor.open(path, O_WRONLY | flags, permissions: mode == 0o600 ? 0o600 : 0o666)
            do throws(SystemError) {
                if let mode { _ = try valueOrErrno { fchmod(file.number, mode) } }
                try file.write(bytes)
                // A name must not be on the disk before what it stands for. Pipes have nothing to wait for.
                if flags != 0 { try file.sync() }
            } catch {
                failure = error
            }
            // Some file systems say only now that there was no room. The call is not repeated: it closes in any case.
            if close(file.number) != 0, failure == nil { failure = SystemError(errno) }
        } catch {
            throw .failed(errno: error.number)
        }
        guard let failure else { return }
        if flags & O_EXCL != 0 { unlink(path) }
        throw .failed(errno: failure.number)
    }
}
