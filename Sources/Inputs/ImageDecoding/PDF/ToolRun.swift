import Glibc
import Processes

/// One run of a program that reads bytes from its standard input and writes bytes to its standard output.
///
/// Hostile documents meet their parser there and not in this process: what crashes, hangs or eats memory is that
/// program. Nothing is written to a disk.
struct ToolRun {
    /// What became of it.
    enum End: Equatable {
        case exited(Int32)
        /// It was ended by a signal that was not ours.
        case crashed
        case timedOut
        /// It wrote more than it was allowed to.
        case wroteTooMuch
        case notInstalled
        case notStarted(errno: Int32)
    }

    var end = End.crashed
    var output: [UInt8] = []
    /// The first `maxComplaints` bytes of its standard error. They may quote the document.
    var complaints: [UInt8] = []

    /// - Parameters:
    ///   - name: looked for along PATH.
    ///   - outputLimit: bytes that it may write.
    ///   - memory: bytes of address space that it may take; nil where it sees to that itself.
    ///   - deadline: when it is stopped.
    init(
        _ name: String, _ arguments: [String], input: [UInt8], outputLimit: Int, memory: Int? = ToolRun.memory,
        until deadline: ContinuousClock.Instant
    ) {
        var sockets: [(ours: FileDescriptor, theirs: FileDescriptor)] = []
        defer { for pair in sockets { pair.ours.close() } }
        let child: ChildProcess
        do throws(SystemError) {
            defer { for pair in sockets { pair.theirs.close() } }
            for _ in 0..<3 { sockets.append(try FileDescriptor.socketPair()) }
            child = try ChildProcess(
                name, [name] + arguments,
                .init(input: sockets[0].theirs, output: sockets[1].theirs, errors: sockets[2].theirs),
                [.alongPath, .usualSignals, .bareEnvironment, .limited], memory: memory)
        } catch {
            end = sockets.count == 3 && error.number == ENOENT ? .notInstalled : .notStarted(errno: error.number)
            return
        }
        let stopped = exchange(input, sockets.map(\.ours.number), outputLimit, deadline)
        // It may have closed its streams and gone on.
        switch stopped == nil ? child.wait(until: deadline)?.end : nil {
        case .exited(let status): end = .exited(status)
        case .signal, .unknown: end = .crashed
        case nil:
            child.signal(SIGKILL)
            child.wait()
            end = stopped ?? .timedOut
        }
    }

    /// A thousand lines.
    static let maxComplaints = 1 << 16

    /// Two gigabytes of addresses: the largest page that the limits admit takes a third of them.
    static let memory = 2 << 30

    /// Writes the input and reads both outputs to their ends; why it has to be stopped, if it has.
    private mutating func exchange(
        _ input: [UInt8], _ streams: [Int32], _ outputLimit: Int, _ deadline: ContinuousClock.Instant
    ) -> End? {
        var waiting = [
            pollfd(fd: streams[0], events: Int16(POLLOUT), revents: 0),
            pollfd(fd: streams[1], events: Int16(POLLIN), revents: 0),
            pollfd(fd: streams[2], events: Int16(POLLIN), revents: 0),
        ]
        var written = 0
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while waiting[1].fd >= 0 || waiting[2].fd >= 0 {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return .timedOut }
            guard poll(&waiting, 3, Int32(min(left + 1, 1e6))) > 0 else { continue }
            if waiting[0].revents != 0, !send(input, from: &written, to: waiting[0].fd) {
                shutdown(waiting[0].fd, Int32(SHUT_WR))
                waiting[0].fd = -1
            }
            for stream in 1...2 where waiting[stream].revents != 0 {
                let count = recv(waiting[stream].fd, &chunk, chunk.count, Int32(MSG_DONTWAIT))
                if count == 0 || (count < 0 && ![EAGAIN, EINTR].contains(errno)) {
                    waiting[stream].fd = -1
                } else if count > 0, stream == 1 {
                    guard output.count + count <= outputLimit else { return .wroteTooMuch }
                    output += chunk[..<count]
                } else if count > 0 {
                    complaints += chunk[..<min(count, Self.maxComplaints - complaints.count)]
                }
            }
        }
        return nil
    }

    /// Whether there is more to send to a program that still listens.
    private func send(_ input: [UInt8], from written: inout Int, to stream: Int32) -> Bool {
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let count = input.withUnsafeBytes { bytes in
            Glibc.send(stream, bytes.baseAddress.map { $0 + written }, bytes.count - written, flags)
        }
        if count < 0 { return [EAGAIN, EINTR].contains(errno) }
        written += count
        return written < input.count
    }
}
