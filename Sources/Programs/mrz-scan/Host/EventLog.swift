import Bridge
import Commands
import Glibc
import JSON
import Processes
import Reporting
import Threads

/// Where the host's program reads what pages tell their host: JSON lines, each whole, in the order in which they came.
///
/// Pages never wait for who reads them. Of what nobody reads in time the oldest is kept, and a line says how much is
/// missing there.
final class EventLog: Sendable {
    /// Lines may have so many bytes that wait to be read; those that say how it ended have as much again.
    private static let limits = LineQueue.Limits(bytes: 8 << 20, reserve: 8 << 20)

    private let queue: LineQueue
    private let pages = Monitor(0)
    /// Why the first line that was lost could not be written.
    private let failure: Monitor<Loss?>

    private enum Loss: Sendable {
        case output(OutputError)
        /// Nobody read it in time.
        case unread

        var status: ExitStatus {
            switch self {
            case .output(let error): ExitStatus(error)
            case .unread: .internalFailure
            }
        }
    }

    /// - Throws: `ThreadError`.
    init(_ output: StandardOutput) throws {
        let failure = Monitor<Loss?>(nil)
        self.failure = failure
        queue = try LineQueue(Self.limits) { count in
            let line = Self.line([.init("event", "lost"), .init("count", .integer(count))], page: nil)
            return Array(line.utf8)
        } write: { line in
            do throws(OutputError) {
                try output.write(line)
            } catch {
                Self.lose(.output(error), failure)
            }
        }
    }

    /// - Parameters:
    ///   - path: a file, which is added to and made for its owner only, or `-` for `output`.
    ///   - output: the program's standard output.
    /// - Throws: `OutputError` when the file can't be written, `ThreadError`.
    convenience init(_ path: String, else output: StandardOutput) throws {
        try self.init(path == "-" ? output : try StandardOutput.appending(to: path))
    }

    /// What takes the events of one page more.
    func page() -> @Sendable (HostEvent) -> Void {
        let number = pages.update { pages in
            pages += 1
            return pages
        }
        return { [self] event in write(event.members, page: number, mustStay: event.isEnd) }
    }

    /// Has one line written. That it can't be is said once, and counts at the end: for the pages' sake nothing ends.
    ///
    /// - Parameters:
    ///   - page: nil for what the program itself has to say.
    ///   - mustStay: whether it says how something ended.
    func write(_ members: [JSONValue.Member], page: Int? = nil, mustStay: Bool = true) {
        if queue.add(Array(Self.line(members, page: page).utf8), mustStay: mustStay) { return }
        Self.lose(.unread, failure)
    }

    /// Waits until all lines are written, but not for who does not read.
    ///
    /// - Parameter deadline: when it is over in any case; nil where the reader may take its time.
    /// - Returns: what the lines that were lost ask for. A reader that has gone wanted no more of them.
    func finish(by deadline: ContinuousClock.Instant? = nil) -> ExitStatus {
        let timeout = Duration.seconds(deadline == nil ? 5 : 2)
        if !queue.flush(timeout: timeout, until: deadline) { Self.lose(.unread, failure) }
        return failure.update { $0 }?.status ?? .verified
    }

    private static func line(_ members: [JSONValue.Member], page: Int?) -> String {
        let head = page.map { [JSONValue.Member("page", .integer($0))] } ?? []
        let time = [JSONValue.Member("timestamp", .integer(BridgeEnvironment.system.timestamp()))]
        return JSONValue.object(Array(members.prefix(1)) + head + time + Array(members.dropFirst())).text + "\n"
    }

    private static func lose(_ loss: Loss, _ failure: Monitor<Loss?>) {
        let isFirst = failure.update { failure in
            defer { failure = failure ?? loss }
            return failure == nil
        }
        guard isFirst else { return }
        switch loss {
        case .output(let error): note("events can't be written: \(error)")
        case .unread: note("events are lost: nobody reads them in time.")
        }
    }
}

extension StandardOutput {
    /// A file that is added to; made for its owner only where it is not there. Whoever is to read a pipe is waited for,
    /// not in silence, and until a signal ends the program.
    ///
    /// - Throws: `file`.
    static func appending(to path: String) throws(OutputError) -> StandardOutput {
        do throws(SystemError) {
            let number = try openedToAppend(path).number
            // Later on its own thread waits for a slow reader, too.
            _ = try valueOrErrno { fcntl(number, F_SETFL, O_APPEND) }
            return StandardOutput(descriptor: number, takesBack: true)
        } catch {
            throw .file(path, errno: error.number)
        }
    }

    private static func openedToAppend(_ path: String) throws(SystemError) -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_APPEND
        do throws(SystemError) {
            return try .open(path, flags | O_NONBLOCK, permissions: 0o600)
        } catch {
            guard error.number == ENXIO else { throw error }
        }
        note("\(path.printable()): nobody reads this yet; it is waited for.")
        return try EndSignals.whileEnding { () throws(SystemError) in
            try FileDescriptor.open(path, flags, permissions: 0o600)
        }
    }
}
