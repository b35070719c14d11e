import ArgumentParser
import Evaluation
import Processes
import Reporting

/// Another reader: a name and a shell command in which `{image}` stands for the picture.
struct PeerCommand: ExpressibleByArgument, Sendable {
    let name: String
    let command: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex,
            argument[equals...].contains("{image}")
        else { return nil }
        name = String(argument[..<equals])
        command = String(argument[argument.index(after: equals)...])
    }

    /// What the reader makes of a picture, and the time of its process and of those that it waited for.
    ///
    /// - Parameter limit: after which it is stopped and counts as having failed.
    func reading(of image: String, within limit: Duration) -> PageReading {
        let quoted =
            "'" + image.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        let line = command.split(separator: "{image}", omittingEmptySubsequences: false).joined(separator: quoted)
        let run = ShellRun(line, within: limit)
        var reading = PageReading(peerOutput: run.output)
        switch run.end {
        case .exited: break
        case .timedOut: reading.failure = "It took longer than \(limit)."
        case .failed(let error): reading.failure = "It could not be run: \(error.reason)."
        }
        reading.timing = StageTiming(decode: .zero, detect: .zero, recognize: .zero, total: run.wall)
        reading.cpu = StageTiming(decode: .zero, detect: .zero, recognize: .zero, total: run.cpu)
        return reading
    }
}
