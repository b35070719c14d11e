import CSandbox
import Glibc
import Processes

/// A process of its own for work that may crash, hang or eat memory, at the other end of a socket.
///
/// It belongs to the thread that starts it: the kernel ends the process with that thread (`PR_SET_PDEATHSIG`), and with
/// this object.
public final class IsolatedProcess {
    public let channel: FrameChannel
    private let process: ChildProcess
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
        let channel: FrameChannel
        do throws(SystemError) {
            let socket = try FileDescriptor.socketPair()
            defer { socket.theirs.close() }
            channel = FrameChannel(descriptor: socket.ours)
            do throws(SystemError) {
                // What a library says about a picture may be about a person, and goes nowhere. A server's connections
                // are none of its business.
                process = try ChildProcess(
                    executable, arguments,
                    .init(input: socket.theirs, handed: descriptor.map { FileDescriptor($0) }),
                    [.ownGroup, .unblockedSignals])
            } catch {
                socket.ours.close()
                throw error
            }
        } catch {
            throw SandboxError(errno: error.number)
        }
        // A process that reads nothing is not waited for any longer.
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(
            channel.descriptor.number, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        self.channel = channel
    }

    deinit {
        channel.descriptor.close()
        if isRunning {
            process.signal(SIGKILL)
            process.wait()
        }
    }

    /// Allows it that much more processor time from now on.
    public func limitProcessorTime(_ duration: Duration) {
        let used = csandbox_cpu_time(process.id)
        guard used >= 0 else { return }
        // Whole seconds, rounded up; where it has ended already there is nothing to limit.
        let limit = (Double(used) / 1e9 + duration / .seconds(1)).rounded(.up)
        _ = csandbox_set_cpu_limit(process.id, UInt64(max(1, limit)))
    }

    /// Waits for a message, but no longer than the process does something: one that was stopped, or waits for what does
    /// not come, is given up.
    ///
    /// - Parameters:
    ///   - maxBytes: longer messages are none.
    ///   - deadline: the latest.
    ///   - stillness: how long it may use no processor time.
    public func receive(
        maxBytes: Int, until deadline: ContinuousClock.Instant, stillness: Duration
    ) -> FrameChannel.Message {
        var used = csandbox_cpu_time(process.id)
        var moved = ContinuousClock.now
        return channel.receive(maxBytes: maxBytes) {
            while !channel.descriptor.isReadable(until: .now + min(stillness, .seconds(1))) {
                let now = ContinuousClock.now
                let time = csandbox_cpu_time(process.id)
                if time != used { (used, moved) = (time, now) }
                if now >= deadline || now - moved >= stillness { return false }
            }
            moved = .now
            return true
        }
    }

    /// Kills it where it has not ended by itself.
    ///
    /// - Parameter timeout: how long to wait for its own end first.
    public func end(timeout: Duration = .zero) -> End {
        guard isRunning else { return .exited(0) }
        let ended = process.wait(until: .now + timeout)
        isRunning = false
        guard let end = ended?.end else {
            process.signal(SIGKILL)
            process.wait()
            return .signal(SIGKILL)
        }
        return switch end {
        case .exited(EndStatus.exhausted): .memory
        case .exited(let code): .exited(code)
        case .signal(SIGXCPU): .processorTime
        case .signal(SIGKILL): .memory
        case .signal(let number): .signal(number)
        case .unknown: .exited(0)
        }
    }
}
