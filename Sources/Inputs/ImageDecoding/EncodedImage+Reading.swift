import Glibc

extension EncodedImage {
    /// Reads a file, or whatever else can be read at `path`, once and whole.
    ///
    /// A file larger than the limit is refused before it is read.
    ///
    /// - Throws: `not_found`, `permission_denied`, `is_a_directory`, `too_many_bytes`, `io`, `timed_out` of a pipe that
    ///   nobody writes to, and what `init(bytes:)` throws.
    public init(path: String, limits: DecodingLimits = DecodingLimits()) throws(DecodingError) {
        let descriptor = try openedInput(path, patience: limits.maxRenderingTime)
        defer { close(descriptor) }
        try self.init(bytes: try readAll(descriptor, limits), limits: limits)
    }

    /// Reads the standard input to its end.
    ///
    /// - Throws: `too_many_bytes`, `io`, and what `init(bytes:)` throws.
    public static func standardInput(limits: DecodingLimits = DecodingLimits()) throws(DecodingError) -> EncodedImage {
        try EncodedImage(bytes: readAll(STDIN_FILENO, limits), limits: limits)
    }
}

/// Opens whatever can be read at `path`. Of a pipe it waits until there is something to read or its writer has gone.
///
/// - Parameter patience: how long a pipe that nobody writes to is waited for.
/// - Returns: a descriptor whose reads wait; the caller closes it.
/// - Throws: `not_found`, `permission_denied`, `io`, `timed_out` and others of the system.
package func openedInput(
    _ path: String, patience: Duration = DecodingLimits().maxRenderingTime
) throws(DecodingError) -> Int32 {
    // Opening a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system("opened", errno, of: path) }
    do throws(DecodingError) {
        try awaitWriter(of: descriptor, atMost: patience)
    } catch {
        close(descriptor)
        throw error
    }
    return descriptor
}

/// Waits until a pipe has something to be read or its writer has gone, and makes reading wait from then on.
private func awaitWriter(of descriptor: Int32, atMost patience: Duration) throws(DecodingError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("examined", errno) }
    if status.st_mode & S_IFMT == S_IFIFO {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let deadline = ContinuousClock.now + patience
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            let ready = poll(&waiting, 1, Int32(max(0, min(left, 1e6))))
            if ready > 0 { break }
            if ready < 0, errno == EINTR, left > 0 { continue }
            throw DecodingError(.timedOut, "The input is a pipe that nobody writes to.")
        }
    }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0 else { throw .system("opened", errno) }
}

/// The bytes of a descriptor from where it stands to its end.
func readAll(_ descriptor: Int32, _ limits: DecodingLimits) throws(DecodingError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("examined", errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
        throw DecodingError(.isDirectory, "The input is a folder, not a file.")
    }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    if isFile, status.st_size > limits.maxBytes { throw .tooManyBytes(limits) }
    // One byte more than the file has: the read that finds its end needs no second buffer.
    var step = isFile ? Int(status.st_size) + 1 : 1 << 16
    var bytes: [UInt8] = []
    while true {
        guard FreeMemory.has(bytes.count + step) else { throw .system("read", ENOMEM) }
        let (got, failure) = append(from: descriptor, atMost: step, to: &bytes)
        if got == 0 { return bytes }
        guard got > 0 else {
            if failure == EINTR { continue }
            throw .system("read", failure)
        }
        guard bytes.count <= limits.maxBytes else { throw .tooManyBytes(limits) }
        // What the buffer has left first: whoever holds many small files holds no more than them.
        step = bytes.capacity > bytes.count ? bytes.capacity - bytes.count : max(1 << 16, bytes.count)
    }
}

private func append(from descriptor: Int32, atMost step: Int, to bytes: inout [UInt8]) -> (got: Int, errno: Int32) {
    let start = bytes.count
    var outcome: (got: Int, errno: Int32) = (0, 0)
    bytes.reserveCapacity(start + step)
    bytes.append(contentsOf: repeatElement(0, count: step))
    bytes.withUnsafeMutableBytes { buffer in
        let got = read(descriptor, buffer.baseAddress?.advanced(by: start), step)
        outcome = (got, got < 0 ? errno : 0)
    }
    bytes.removeLast(step - max(0, outcome.got))
    return outcome
}

extension DecodingError {
    package static func tooManyBytes(_ limits: DecodingLimits) -> DecodingError {
        DecodingError(.tooManyBytes, "The input has more than the limit of \(limits.maxBytes) bytes.")
    }

    /// The error of a system call that left `number` in `errno`.
    ///
    /// - Parameter path: what it was about; one that was no UTF-8 has come here with other characters in it.
    static func system(_ action: String, _ number: Int32, of path: String = "") -> DecodingError {
        switch number {
        case ENOENT where path.contains("\u{FFFD}"):
            DecodingError(
                .unreadableName, "The name is not UTF-8, so it can't be opened: rename the file.",
                errno: number)
        case ENOENT, ENOTDIR: DecodingError(.notFound, "There is no such file.", errno: number)
        case EACCES, EPERM: DecodingError(.permissionDenied, "This user may not read the input.", errno: number)
        case ENOMEM:
            DecodingError(.outOfMemory, "The system has not the memory to read the input.", errno: number)
        default:
            DecodingError(.io, "The input could not be \(action): \(String(cString: strerror(number))).", errno: number)
        }
    }
}
