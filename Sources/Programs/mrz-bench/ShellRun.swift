import Glibc
import Processes

/// A shell command that was run to its end: what it printed and what it took.
struct ShellRun: Sendable {
    var output = ""
    var wall = Duration.zero
    /// The processor time of the process and of those that it waited for.
    var cpu = Duration.zero
    var end = End.exited

    enum End: Sendable {
        case exited
        case timedOut
        case failed(SystemError)
    }

    /// Runs `/bin/sh -c` with nothing on its standard input and its messages thrown away.
    init(_ line: String, within limit: Duration) {
        let started = ContinuousClock.now
        let deadline = started + limit
        do throws(SystemError) {
            let socket = try FileDescriptor.socketPair()
            defer { socket.ours.close() }
            let child = try Self.start(line, output: socket.theirs)
            var bytes: [UInt8] = []
            let isWhole = try Self.read(socket.ours, until: deadline, into: &bytes)
            let usage = (isWhole ? Self.usage(of: child, endingBy: deadline) : nil) ?? Self.usage(ofStopped: child)
            end = usage.isInTime ? .exited : .timedOut
            output = String(decoding: bytes, as: UTF8.self)
            cpu = usage.cpu
        } catch {
            end = .failed(error)
        }
        wall = ContinuousClock.now - started
    }

    private static func start(_ line: String, output: FileDescriptor) throws(SystemError) -> ChildProcess {
        defer { output.close() }
        // A group of its own, so that what it started is stopped with it.
        return try ChildProcess(
            "/bin/sh", ["/bin/sh", "-c", line], .init(output: output), [.ownGroup, .usualSignals])
    }

    /// Whether the stream ended in time.
    private static func read(
        _ stream: FileDescriptor, until deadline: ContinuousClock.Instant, into bytes: inout [UInt8]
    ) throws(SystemError) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while stream.isReadable(until: deadline) {
            let count = try stream.read(into: &chunk)
            if count == 0 { return true }
            bytes += chunk[..<count]
            // One that always has something to say is stopped as well.
            if ContinuousClock.now >= deadline { return false }
        }
        return false
    }

    private typealias Usage = (cpu: Duration, isInTime: Bool)

    /// Nil where the process has not ended in time; it may run on after it has closed its output.
    private static func usage(of child: ChildProcess, endingBy deadline: ContinuousClock.Instant) -> Usage? {
        while true {
            if let ended = child.ended() { return (ended.usage.cpu, true) }
            guard ContinuousClock.now < deadline else { return nil }
            usleep(1000)
        }
    }

    private static func usage(ofStopped child: ChildProcess) -> Usage {
        child.signal(SIGKILL, group: true)
        return (child.wait().usage.cpu, false)
    }
}

extension rusage {
    fileprivate var cpu: Duration { ru_utime.duration + ru_stime.duration }
}

extension timeval {
    fileprivate var duration: Duration { .seconds(tv_sec) + .microseconds(tv_usec) }
}
