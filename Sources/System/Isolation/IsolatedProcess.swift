import CSandbox
import Glibc

/// A process of its own for work that may crash, hang or eat memory, at the other end of a socket.
///
/// It belongs to the thread that starts it: the kernel ends the process with that thread (`PR_SET_PDEATHSIG`), and with
/// this object.
public final class IsolatedProcess {
    public let channel: FrameChannel
    private let process: pid_t
    private var isRunning = true

    /// How it ended.
    public enum End: Sendable, Equatable {
        case exited(Int32)
        case signal(Int32)
        /// It used more processor time than `limitProcessorTime` allowed.
        case processorTime
        /// It had no more memory, or the system killed it, which it does for want of memory.
        case memory
    }

    /// Where a process finds what it was handed.
    public static let handedDescriptor = STDERR_FILENO + 1

    /// Starts a program with a socket as its standard input and nothing as its other streams.
    ///
    /// It is in a process group of its own, so that Ctrl-C at the terminal does not reach it.
    ///
    /// - Parameter descriptor: is open in the process as well, as `handedDescriptor`; nil for nothing.
    /// - Throws: `SandboxError`.
    public init(
        _ executable: String, _ arguments: [String], handing descriptor: Int32? = nil
    ) throws(SandboxError) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SandboxError(errno: Glibc.errno) }
        var process: pid_t = 0
        let status = Self.spawn(executable, arguments, input: ends[1], descriptor, &process)
        close(ends[1])
        guard status == 0 else {
            close(ends[0])
            throw SandboxError(errno: status)
        }
        // A process that reads nothing is not waited for any longer.
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        channel = FrameChannel(descriptor: ends[0])
        self.process = process
    }

    deinit {
        close(channel.descriptor)
        if isRunning {
            kill(process, SIGKILL)
            wait()
        }
    }

    /// Allows it that much more processor time from now on.
    public func limitProcessorTime(_ duration: Duration) {
        let used = csandbox_cpu_time(process)
        guard used >= 0 else { return }
        // Whole seconds, rounded up; where it has ended already there is nothing to limit.
        let limit = (Double(used) / 1e9 + duration / .seconds(1)).rounded(.up)
        _ = csandbox_set_cpu_limit(process, UInt64(max(1, limit)))
    }

    /// Waits for a message, but no longer than the process does something: one that was stopped, or waits for what does not
    /// come, is given up.
    ///
    /// - Parameters:
    ///   - maxBytes: longer messages are none.
    ///   - deadline: the latest.
    ///   - stillness: how long it may use no processor time.
    public func receive(
        maxBytes: Int, until deadline: ContinuousClock.Instant, stillness: Duration
    ) -> FrameChannel.Message {
        var used = csandbox_cpu_time(process)
        var moved = ContinuousClock.now
        while !channel.isReadable(within: min(stillness, .seconds(1))) {
            let now = ContinuousClock.now
            let time = csandbox_cpu_time(process)
            if time != used { (used, moved) = (time, now) }
            if now >= deadline || now - moved >= stillness { return .timedOut }
        }
        return channel.receive(maxBytes: maxBytes, until: deadline)
    }

    /// Kills it where it has not ended by itself.
    ///
    /// - Parameter patience: how long to wait for its own end first.
    public func end(patience: Duration = .zero) -> End {
        guard isRunning else { return .exited(0) }
        let deadline = ContinuousClock.now + patience
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard ContinuousClock.now < deadline else {
                kill(process, SIGKILL)
                wait()
                return .signal(SIGKILL)
            }
            usleep(500)
        }
        isRunning = false
        // WIFEXITED and its kin are macros.
        guard status & 0x7F != 0 else {
            let code = status >> 8 & 0xFF
            return code == Sandbox.exhausted ? .memory : .exited(code)
        }
        switch status & 0x7F {
        case SIGXCPU: return .processorTime
        case SIGKILL: return .memory
        case let number: return .signal(number)
        }
    }

    private func wait() {
        while waitpid(process, nil, 0) < 0, Glibc.errno == EINTR {}
        isRunning = false
    }

    private static func spawn(
        _ executable: String, _ arguments: [String], input: Int32, _ descriptor: Int32?, _ process: inout pid_t
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        // What a library says about a picture may be about a person.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, handedDescriptor) }
        // Whatever else is open here, a server's connections for one, is none of its business.
        csandbox_close_from(&actions, handedDescriptor + (descriptor == nil ? 0 : 1))
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for string in strings { free(string) } }
        return posix_spawn(&process, executable, &actions, &attributes, &strings, environ)
    }
}
