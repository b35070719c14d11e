import Glibc
package import Processes

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

    /// Makes a file that only this user can read, where nothing is yet. It is there once all is in it, on the disk;
    /// where that fails, or the program is told to stop, there is none.
    ///
    /// - Parameter body: writes to it.
    /// - Throws: `file`, also where there is something at that path already, and what `body` throws.
    package static func make<Value>(_ path: String, _ body: (FileDescriptor) throws -> Value) throws -> Value {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw OutputError.file(path, errno: EEXIST) }
        let draft = draft(of: path)
        let file: FileDescriptor
        do throws(SystemError) {
            file = try Drafts.made(draft, permissions: 0o600)
        } catch {
            throw OutputError.file(error.number == EEXIST ? draft : path, errno: error.number)
        }
        defer { Drafts.drop(draft) }
        let value: Value
        do {
            value = try body(file)
        } catch {
            file.close()
            throw error
        }
        do throws(OutputError) {
            if let failure = closed(file, after: nil, syncs: true) { throw .failed(errno: failure.number) }
            try name(draft, path)
        } catch .failed(let number) {
            throw OutputError.file(path, errno: number)
        }
        return value
    }

    /// Gives a draft its name, unless something has it by now.
    private static func name(_ draft: String, _ path: String) throws(OutputError) {
        if link(draft, path) != 0 {
            let number = errno
            var status = stat()
            // Some file systems have one name for a file.
            guard number != EEXIST, lstat(path, &status) != 0, rename(draft, path) == 0 else {
                throw .failed(errno: number)
            }
        }
        do throws(OutputError) {
            try syncFolder(of: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    private static func draft(of path: String) -> String { "\(path).part-\(getpid())" }

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
        let draft = draft(of: target)
        do throws(OutputError) {
            let kept = isThere ? status.st_mode & 0o7777 : nil
            try fill(draft, with: bytes, flags: O_CREAT | O_EXCL, mode: mode ?? kept)
        } catch .failed(let number) where isThere && (number == EACCES || number == EPERM) {
            // A file that may be written in a folder that may not.
            return try fill(path, with: bytes, flags: O_TRUNC, mode: mode)
        }
        defer { Drafts.drop(draft) }
        guard rename(draft, target) == 0 else { throw .failed(errno: errno) }
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
            let permissions: mode_t = mode == 0o600 ? 0o600 : 0o666
            let file =
                flags & O_EXCL != 0
                ? try Drafts.made(path, permissions: permissions)
                : try FileDescriptor.open(path, O_WRONLY | flags, permissions: permissions)
            do throws(SystemError) {
                if let mode { _ = try valueOrErrno { fchmod(file.number, mode) } }
                try file.write(bytes)
            } catch {
                failure = error
            }
            // Pipes have nothing to wait for.
            failure = closed(file, after: failure, syncs: flags != 0)
        } catch {
            throw .failed(errno: error.number)
        }
        guard let failure else { return }
        if flags & O_EXCL != 0 { Drafts.drop(path) }
        throw .failed(errno: failure.number)
    }

    /// Closes a file that was written.
    ///
    /// - Parameters:
    ///   - failure: why it was not written whole.
    ///   - syncs: whether it is to be on the disk: a name must not be there before what it stands for.
    /// - Returns: what failed first.
    static func closed(_ file: FileDescriptor, after failure: SystemError?, syncs: Bool) -> SystemError? {
        var failure = failure
        if syncs, failure == nil {
            do throws(SystemError) { try file.sync() } catch { failure = error }
        }
        // Some file systems say only now that there was no room. The call is not repeated: it closes in any case.
        if close(file.number) != 0, failure == nil { failure = SystemError(errno) }
        return failure
    }
}
