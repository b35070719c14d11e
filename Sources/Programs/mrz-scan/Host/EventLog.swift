import Bridge
import Commands
import Glibc
import JSON
import Reporting
import Threads

/// Where the host's program reads what pages tell their host: JSON lines, each whole, in the order in which they came.
final class EventLog: Sendable {
    private let output: StandardOutput
    private let pages = Monitor(0)
    /// Why the first line that was lost could not be written.
    private let failure = Monitor<OutputError?>(nil)

    init(_ output: StandardOutput) { self.output = output }

    /// - Parameters:
    ///   - path: a file, which is added to and made for its owner only, or `-` for `output`.
    ///   - output: the program's standard output.
    /// - Throws: `OutputError` when the file can't be written.
    convenience init(_ path: String, else output: StandardOutput) throws(OutputError) {
        self.init(path == "-" ? output : try StandardOutput.appending(to: path))
    }

    /// What takes the events of one page more.
    func page() -> @Sendable (HostEvent) -> Void {
        let number = pages.update { pages in
            pages += 1
            return pages
        }
        return { [self] event in write(event.members, page: number) }
    }

    /// Writes one line. That it can't be written is said once, and counts at the end: for the pages' sake nothing ends.
    ///
    /// - Parameter page: nil for what the program itself has to say.
    func write(_ members: [JSONValue.Member], page: Int? = nil) {
        let head = page.map { [JSONValue.Member("page", .integer($0))] } ?? []
        let time = [JSONValue.Member("timestamp", .integer(BridgeEnvironment.system.timestamp()))]
        let line = JSONValue.object(Array(members.prefix(1)) + head + time + Array(members.dropFirst()))
        do throws(OutputError) {
            try output.write(line.text + "\n")
        } catch {
            let isFirst = failure.update { failure in
                defer { failure = failure ?? error }
                return failure == nil
            }
            if isFirst { note("events can't be written: \(error)") }
        }
    }

    /// What the lines that were lost ask for at the end. A reader that has gone wanted no more of them.
    var status: ExitStatus { failure.update { $0 }.map { ExitStatus($0) } ?? .verified }
}

extension StandardOutput {
    /// A file that is added to; made for its owner only where it is not there. Whoever is to read a pipe is waited for,
    /// and not in silence.
    ///
    /// - Throws: `file`.
    static func appending(to path: String) throws(OutputError) -> StandardOutput {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
        var descriptor = open(path, flags | O_NONBLOCK, 0o600)
        if descriptor < 0, errno == ENXIO {
            note("\(path.printable()): nobody reads this yet; it is waited for.")
            descriptor = open(path, flags, 0o600)
        }
        // Later on a slow reader is waited for, too.
        guard descriptor >= 0, fcntl(descriptor, F_SETFL, O_APPEND) >= 0 else { throw .file(path, errno: errno) }
        return StandardOutput(descriptor: descriptor)
    }
}
