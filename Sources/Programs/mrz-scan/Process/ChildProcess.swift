import Glibc

/// A shell command that was run to its end: what it printed and what it took.
struct ChildProcess: Sendable {
    var output = ""
    var wall = Duration.zero
    /// Of the process and of those that it waited for.
    var cpu = Duration.zero
    var end = End.exited

    enum End: Sendable {
        case exited
        case timedOut
        case failed(errno: Int32)
    }

    /// Runs `/bin/sh -c` with nothing on its standard input and its messages thrown away.
    static func run(shell line: String, within limit: Duration) -> ChildProcess {
        let started = ContinuousClock.now
        var result = ChildProcess()
        var ends: [Int32] = [0, 0]
        // A pair of sockets is closed to other children from the start; `pipe2` does not reach Swift.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            result.end = .failed(errno: errno)
            return result
        }
        var child: pid_t = 0
        let status = spawn(line, output: ends[1], &child)
        close(ends[1])
        defer { close(ends[0]) }
        guard status == 0 else {
            result.end = .failed(errno: status)
            return result
        }
        let deadline = started + limit
        var bytes: [UInt8] = []
        let isWhole = readAll(ends[0], until: deadline, into: &bytes)
        var usage = rusage()
        if !isWhole || !ended(child, until: deadline, &usage) {
            kill(-child, SIGKILL)
            wait4(child, nil, 0, &usage)
            result.end = .timedOut
        }
        result.output = String(decoding: bytes, as: UTF8.self)
        result.cpu = usage.ru_utime.duration + usage.ru_stime.duration
        result.wall = ContinuousClock.now - started
        return result
    }

    /// An error number, or 0.
    private static func spawn(_ line: String, output: Int32, _ child: inout pid_t) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that what it started is stopped with it; and the broken pipe kills it as usual.
        var usual = sigset_t()
        sigemptyset(&usual)
        sigaddset(&usual, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        var arguments = [strdup("/bin/sh"), strdup("-c"), strdup(line), nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawn(&child, "/bin/sh", &actions, &attributes, &arguments, environ)
    }

    /// Whether the stream ended in time.
    private static func readAll(
        _ descriptor: Int32, until deadline: ContinuousClock.Instant, into bytes: inout [UInt8]
    ) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return false }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Int32(min(left + 1, 1e6))) > 0 else { continue }
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return true }
            if count > 0 { bytes += chunk[..<count] }
        }
    }

    /// Whether the process ended in time; it may run on after it has closed its output.
    private static func ended(
        _ child: pid_t, until deadline: ContinuousClock.Instant, _ usage: inout rusage
    ) -> Bool {
        while true {
            if wait4(child, nil, WNOHANG, &usage) != 0 { return true }
            guard ContinuousClock.now < deadline else { return false }
            usleep(1000)
        }
    }
}

extension timeval {
    fileprivate var duration: Duration { .seconds(tv_sec) + .microseconds(tv_usec) }
}
