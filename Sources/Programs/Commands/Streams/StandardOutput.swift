import Glibc
import Processes
import Reporting
import Threads

/// Why results could not be written.
package enum OutputError: Error, Equatable, CustomStringConvertible {
    /// The reader of the pipe has gone: `mrz-scan … | head -1`.
    case readerLeft
    case failed(errno: Int32)
    /// A file or a folder that was to be made or replaced.
    case file(_ path: String, errno: Int32)

    package var description: String {
        switch self {
        case .readerLeft: "The reader of the results has gone."
        case .failed(let errno): "The results could not be written: \(String(cString: strerror(errno)))."
        case .file(let path, EEXIST): "There is something at \(path.printable()) already; nothing is written over."
        case .file("", _): "A file without a name could not be written."
        case .file(let path, let errno):
            "\(path.printable()) could not be written: \(String(cString: strerror(errno)))."
        }
    }
}

/// Where results go, and nothing else: descriptor 1 is moved aside before any library runs, and what a library prints
/// to standard output goes to standard error.
package final class StandardOutput: Sendable {
    private struct Writer: Sendable {
        let descriptor: Int32
        /// The last write ended in the middle of a line.
        var isTorn = false
    }

    /// What one thread at a time writes to.
    private let writer: Monitor<Writer>
    /// Whether what is written in part only is taken back from a file.
    private let takesBack: Bool
    /// Whether a person is looking.
    package let isTerminal: Bool

    /// - Parameter takesBack: whether what could be written in part only is taken back from a file.
    package init(descriptor: Int32, takesBack: Bool = false) {
        writer = Monitor(Writer(descriptor: descriptor))
        self.takesBack = takesBack
        isTerminal = isatty(descriptor) == 1
    }

    /// Moves the program's standard output aside.
    package static func taken() -> StandardOutput {
        signal(SIGPIPE, SIG_IGN)
        // What does not fit under a limit for the size of files is an error, not the end.
        signal(SIGXFSZ, SIG_IGN)
        let own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        return StandardOutput(descriptor: own, takesBack: true)
    }

    /// A new file, which only its owner can read.
    ///
    /// - Throws: `file`, also where there is something at that path already.
    package static func file(_ path: String) throws(OutputError) -> StandardOutput {
        do throws(SystemError) {
            let descriptor = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
            return StandardOutput(descriptor: descriptor.number, takesBack: true)
        } catch {
            throw .file(path, errno: error.number)
        }
    }

    /// Has all that is written go to a new file, which is there once it is whole.
    ///
    /// - Parameter path: nil where it goes here.
    /// - Throws: as `OutputFile.make(_:_:)`.
    package func write<Result>(
        toFile path: String?, _ body: (StandardOutput) throws -> Result
    ) throws -> Result {
        guard let path else { return try body(self) }
        return try OutputFile.make(path) { file in try body(StandardOutput(descriptor: file.number)) }
    }

    /// Writes all of `text` or throws. Nothing is left then of what was written in part, where it can be taken back;
    /// where not, the next write begins with a new line.
    package func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    /// Writes all of `bytes`, as `write(_:)` does a text.
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        let failure: Int32? = writer.update { writer in
            let bytes = writer.isTorn ? [UInt8(ascii: "\n")] + bytes : bytes
            let (written, failure) = Self.write(bytes, to: writer.descriptor)
            guard failure != nil else {
                writer.isTorn = false
                return nil
            }
            // What is taken back leaves the file as it was, torn or not.
            if written > 0, !takesBack || !Self.takeBack(written, from: writer.descriptor) {
                writer.isTorn = bytes[written - 1] != UInt8(ascii: "\n")
            }
            return failure
        }
        guard let failure else { return }
        throw failure == EPIPE ? .readerLeft : .failed(errno: failure)
    }

    /// Closes a file once all of it is on the disk. Nothing is written to it after that.
    ///
    /// - Throws: `failed`.
    package func finish() throws(OutputError) {
        let failure = writer.update { OutputFile.closed(FileDescriptor($0.descriptor), after: nil, syncs: true) }
        if let failure { throw .failed(errno: failure.number) }
    }

    /// Cuts the last `count` bytes off a file, unless somebody else has written to it since.
    private static func takeBack(_ count: Int, from descriptor: Int32) -> Bool {
        var status = stat()
        let end = lseek(descriptor, 0, SEEK_CUR)
        guard end >= count, fstat(descriptor, &status) == 0, status.st_size == end else { return false }
        guard ftruncate(descriptor, end - count) == 0 else { return false }
        return lseek(descriptor, end - count, SEEK_SET) >= 0
    }

    /// How much was written, and the error number where that is not all.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> (count: Int, failure: Int32?) {
        var written = 0
        do throws(SystemError) {
            try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
                try FileDescriptor(descriptor).write(UnsafeRawBufferPointer(bytes), counting: &written)
            }
            return (written, nil)
        } catch {
            return (written, error.number)
        }
    }

    /// Runs `body` between two writes, or after `timeout` seconds when one is stuck. Drafts of files are gone by then.
    package func betweenWrites(timeout: Int, _ body: () -> Never) -> Never {
        writer.lock(timeout: timeout)
        Drafts.clear(body)
    }
}
