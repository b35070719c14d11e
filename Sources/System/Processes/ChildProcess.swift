import CProcess
package import Glibc

/// A program that this one has started. It is there until somebody has seen its end.
package struct ChildProcess: Sendable {
    package let id: Int32

    /// What is open in it; nothing else is.
    package struct Streams: Sendable {
        /// Nil for /dev/null.
        package var input: FileDescriptor?
        package var output: FileDescriptor?
        package var errors: FileDescriptor?
        /// What it finds as number 3.
        package var handed: FileDescriptor?

        package init(
            input: FileDescriptor? = nil, output: FileDescriptor? = nil, errors: FileDescriptor? = nil,
            handed: FileDescriptor? = nil
        ) {
            self.input = input
            self.output = output
            self.errors = errors
            self.handed = handed
        }
    }

    /// What it has, and what it has not from this process.
    package struct Options: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        private init(_ option: Int) { rawValue = UInt32(option) }

        /// The program is looked for along PATH.
        package static let alongPath = Self(CPROCESS_ALONG_PATH)
        /// It leads a process group of its own, which signals of the terminal do not reach.
        package static let ownGroup = Self(CPROCESS_OWN_GROUP)
        /// No signal is blocked in it.
        package static let unblockedSignals = Self(CPROCESS_UNBLOCKED_SIGNALS)
        /// A broken pipe and a file that grows too large end it, though this process ignores them.
        package static let usualSignals = Self(CPROCESS_USUAL_SIGNALS)
        /// It has hardly any environment.
        package static let bareEnvironment = Self(CPROCESS_BARE_ENVIRONMENT)
        /// It has no core dump, and the address space that it is given.
        package static let limited = Self(CPROCESS_LIMITED)
    }

    /// How it ended.
    package enum End: Sendable, Equatable {
        case exited(Int32)
        case signal(Int32)
        /// Somebody else has seen its end: the kernel, where this process ignores SIGCHLD.
        case unknown
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: its name first.
    ///   - memory: bytes of address space, with `limited`; nil for any number.
    package init(
        _ program: String, _ arguments: [String], _ streams: Streams, _ options: Options, memory: Int? = nil
    ) throws(SystemError) {
        let numbers = [streams.input, streams.output, streams.errors, streams.handed].map { $0?.number ?? -1 }
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id: pid_t = 0
        let status = cprocess_spawn(program, &words, numbers, options.rawValue, memory ?? 0, &id)
        guard status == 0 else { throw SystemError(status) }
        self.id = id
    }

    /// Waits for its end, after which it is gone.
    ///
    /// - Returns: that end, and what it and those that it waited for used.
    @discardableResult
    package func wait() -> (end: End, usage: rusage) { ended(0) ?? (.unknown, rusage()) }

    /// Waits for its end, but no longer than until `deadline`; nil where it still runs then.
    package func wait(until deadline: ContinuousClock.Instant) -> (end: End, usage: rusage)? {
        var ended = ended()
        while ended == nil, ContinuousClock.now < deadline {
            usleep(500)
            ended = self.ended()
        }
        return ended
    }

    /// Waits for its end, after which its number is still nobody else's.
    package func waitKeepingIt() {
        var information = siginfo_t()
        do throws(SystemError) {
            _ = try valueOrErrno { waitid(P_PID, id_t(id), &information, Int32(WEXITED | WNOWAIT)) }
        } catch {
            // Somebody has seen its end already.
        }
    }

    /// The end of the process if it has ended, after which it is gone; nil as long as it runs.
    package func ended() -> (end: End, usage: rusage)? { ended(WNOHANG) }

    private func ended(_ options: Int32) -> (end: End, usage: rusage)? {
        var (status, usage) = (Int32(0), rusage())
        do throws(SystemError) {
            guard try valueOrErrno({ wait4(id, &status, options, &usage) }) != 0 else { return nil }
        } catch {
            return (.unknown, usage)
        }
        // WIFEXITED and its kin are macros.
        return (status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signal(status & 0x7F), usage)
    }

    /// Sends it a signal; or, where it leads a group, to all of that.
    package func signal(_ number: Int32, group: Bool = false) { kill(group ? -id : id, number) }
}
