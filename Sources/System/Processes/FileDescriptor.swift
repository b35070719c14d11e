package import Glibc

/// An open file, pipe or socket. Whoever opened it closes it.
package struct FileDescriptor: Sendable, Equatable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static let standardInput = FileDescriptor(STDIN_FILENO)
    package static let standardError = FileDescriptor(STDERR_FILENO)

    /// The corresponding call is open(2); it is closed in programs that are started.
    ///
    /// - Parameter permissions: of a file that is made.
    package static func open(
        _ path: String, _ flags: Int32, permissions: mode_t = 0
    ) throws(SystemError) -> FileDescriptor {
        try FileDescriptor(valueOrErrno { Glibc.open(path, flags | O_CLOEXEC, permissions) })
    }

    /// Opens what is in a folder that is open; the corresponding call is openat(2). It is closed in programs that are
    /// started.
    package func opened(_ name: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
        try FileDescriptor(valueOrErrno { openat(number, name, flags | O_CLOEXEC) })
    }

    /// Two ends of a connection. Pipes would do, but for `pipe2`, which does not reach Swift: these are closed to other
    /// children from the start.
    package static func socketPair() throws(SystemError) -> (ours: FileDescriptor, theirs: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        _ = try valueOrErrno { socketpair(AF_UNIX, kind, 0, &ends) }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    package func close() { Glibc.close(number) }

    /// Waits until what is written is on the disk; the corresponding call is fsync(2).
    package func sync() throws(SystemError) { _ = try valueOrErrno { fsync(number) } }

    /// What the file system says of it.
    package func status() throws(SystemError) -> stat {
        var status = stat()
        _ = try valueOrErrno { fstat(number, &status) }
        return status
    }

    /// Waits until there is something to be read, or nobody is left to write it.
    ///
    /// - Returns: false after the deadline.
    package func isReadable(until deadline: ContinuousClock.Instant) -> Bool {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            // Rounded up: half a millisecond is waited for as well.
            let ready = poll(&waiting, 1, Int32(max(0, min(left + 1, 1e6))))
            // An error other than a signal is told by whoever reads.
            if ready > 0 || (ready < 0 && errno != EINTR) { return true }
            if left <= 0 { return false }
        }
    }

    /// Reads what is there, but no more than fits into `buffer`.
    ///
    /// - Returns: how many bytes; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try valueOrErrno { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Reads what is there, but no more than fits into `chunk`.
    ///
    /// - Returns: how many bytes; 0 at the end.
    package func read(into chunk: inout [UInt8]) throws(SystemError) -> Int {
        let room = chunk.count
        return try valueOrErrno { Glibc.read(number, &chunk, room) }
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var written = 0
        try write(bytes, counting: &written)
    }

    /// Writes all of `bytes`, and counts in `written` those that are, also where it throws.
    package func write(_ bytes: UnsafeRawBufferPointer, counting written: inout Int) throws(SystemError) {
        while written < bytes.count {
            let left = UnsafeRawBufferPointer(rebasing: bytes[written...])
            written += try valueOrErrno { Glibc.write(number, left.baseAddress, left.count) }
        }
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Why a descriptor was not read to its end.
    package enum ReadError: Error, Equatable {
        /// There is more than was allowed.
        case tooMuch
        case system(SystemError)
    }

    /// The bytes from where it stands to its end.
    ///
    /// - Parameters:
    ///   - maxBytes: how many there may be.
    ///   - expected: how many there probably are; nil where nobody knows.
    ///   - isRoom: whether so many bytes may be held; `ENOMEM` where not.
    package func readAll(
        maxBytes: Int, expecting expected: Int? = nil, isRoom: (Int) -> Bool = { _ in true }
    ) throws(ReadError) -> [UInt8] {
        // One byte more than expected: the read that finds the end needs no second buffer.
        var room = expected.map { $0 + 1 } ?? 1 << 16
        var bytes: [UInt8] = []
        while true {
            // What the buffer has left first: whoever holds many small files holds no more than them.
            if bytes.capacity == bytes.count {
                guard isRoom(bytes.count + room) else { throw .system(SystemError(ENOMEM)) }
                bytes.reserveCapacity(bytes.count + room)
            }
            let count: Int
            do throws(SystemError) {
                count = try append(atMost: min(bytes.capacity - bytes.count, Self.maxStep), to: &bytes)
            } catch {
                throw .system(error)
            }
            if count == 0 { return bytes }
            guard bytes.count <= maxBytes else { throw .tooMuch }
            room = max(1 << 16, bytes.count)
        }
    }

    /// A pipe gives little at a time, whatever there is room for, and room is written to before it is read into.
    private static let maxStep = 1 << 18

    private func append(atMost step: Int, to bytes: inout [UInt8]) throws(SystemError) -> Int {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: step))
        var count = 0
        defer { bytes.removeLast(step - count) }
        count = try valueOrErrno {
            bytes.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress?.advanced(by: start), step) }
        }
        return count
    }
}
