import Glibc
package import Processes

extension EncodedImage {
    /// Reads a file, or whatever else can be read at `path`, once and whole.
    ///
    /// A file larger than the limit is refused before it is read.
    ///
    /// - Throws: `not_found`, `permission_denied`, `is_a_directory`, `too_many_bytes`, `io`, `timed_out` of a pipe that
    ///   nobody writes to, and what `init(bytes:)` throws.
    public init(path: String, limits: DecodingLimits = DecodingLimits()) throws(DecodingError) {
        let descriptor = try openedInput(path, timeout: limits.maxRenderingTime)
        defer { descriptor.close() }
        try self.init(bytes: try readAll(descriptor, limits), limits: limits)
    }

    /// Reads the standard input to its end.
    ///
    /// - Throws: `too_many_bytes`, `io`, and what `init(bytes:)` throws.
    public static func standardInput(limits: DecodingLimits = DecodingLimits()) throws(DecodingError) -> EncodedImage {
        try EncodedImage(bytes: readAll(.standardInput, limits), limits: limits)
    }
}

/// Opens whatever can be read at `path`. Of a pipe it waits until there is something to read or its writer has gone.
///
/// - Parameter timeout: how long a pipe that nobody writes to is waited for.
/// - Returns: a descriptor whose reads wait; the caller closes it.
/// - Throws: `not_found`, `permission_denied`, `io`, `timed_out` and others of the system.
package func openedInput(
    _ path: String, timeout: Duration = DecodingLimits().maxRenderingTime
) throws(DecodingError) -> FileDescriptor {
    let descriptor: FileDescriptor
    do throws(SystemError) {
        // Opening a pipe would wait for its writer.
        descriptor = try .open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    } catch {
        throw .system("opened", error, of: path)
    }
    do throws(DecodingError) {
        try awaitWriter(of: descriptor, atMost: timeout)
    } catch {
        descriptor.close()
        throw error
    }
    return descriptor
}

/// Waits until a pipe has something to be read or its writer has gone, and makes reading wait from then on.
private func awaitWriter(of descriptor: FileDescriptor, atMost timeout: Duration) throws(DecodingError) {
    if try status(of: descriptor).st_mode & S_IFMT == S_IFIFO,
        !descriptor.isReadable(until: .now + timeout)
    {
        throw DecodingError(.timedOut, "The input is a pipe that nobody writes to.")
    }
    do throws(SystemError) {
        let flags = try valueOrErrno { fcntl(descriptor.number, F_GETFL) }
        _ = try valueOrErrno { fcntl(descriptor.number, F_SETFL, flags & ~O_NONBLOCK) }
    } catch {
        throw .system("opened", error)
    }
}

/// What the file system says of an open input.
func status(of descriptor: FileDescriptor) throws(DecodingError) -> stat {
    do throws(SystemError) {
        return try descriptor.status()
    } catch {
        throw .system("examined", error)
    }
}

/// The bytes of a descriptor from where it stands to its end.
func readAll(_ descriptor: FileDescriptor, _ limits: DecodingLimits) throws(DecodingError) -> [UInt8] {
    let status = try status(of: descriptor)
    guard status.st_mode & S_IFMT != S_IFDIR else {
        throw DecodingError(.isDirectory, "The input is a folder, not a file.")
    }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    if isFile, status.st_size > limits.maxBytes { throw .tooManyBytes(limits) }
    do throws(FileDescriptor.ReadError) {
        return try descriptor.readAll(
            maxBytes: limits.maxBytes, expecting: isFile ? Int(status.st_size) : nil, isRoom: FreeMemory.has)
    } catch {
        switch error {
        case .tooMuch: throw .tooManyBytes(limits)
        case .system(let failure): throw .system("read", failure)
        }
    }
}

extension DecodingError {
    package static func tooManyBytes(_ limits: DecodingLimits) -> DecodingError {
        DecodingError(.tooManyBytes, "The input has more than the limit of \(limits.maxBytes) bytes.")
    }

    /// The error of a system call that failed.
    ///
    /// - Parameter path: what it was about; one that was no UTF-8 has come here with other characters in it.
    package static func system(_ action: String, _ failure: SystemError, of path: String = "") -> DecodingError {
        let number = failure.number
        return switch number {
        case ENOENT where path.contains("\u{FFFD}"):
            DecodingError(
                .unreadableName, "The name is not UTF-8, so it can't be opened: rename the file.",
                errno: number)
        case ENOENT, ENOTDIR: DecodingError(.notFound, "There is no such file.", errno: number)
        case EACCES, EPERM: DecodingError(.permissionDenied, "This user may not read the input.", errno: number)
        case ENOMEM:
            DecodingError(.outOfMemory, "The system has not the memory to read the input.", errno: number)
        default:
            DecodingError(.io, "The input could not be \(action): \(failure.reason).", errno: number)
        }
    }
}
