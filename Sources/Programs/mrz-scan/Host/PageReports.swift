import ArgumentParser
import Bridge
import Commands

/// What becomes of that which pages tell their host.
struct PageReports: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write what pages tell their host to this file, as JSON lines; - is standard output.", valueName: "file"),
        completion: .file())
    var events: String?

    @Flag(
        help: """
            Write what pages say on their console to standard error. Digits and words in capitals are masked; names in \
            small letters are not.
            """)
    var console = false

    /// Where events go; nil for nowhere. From here on pages wait neither for who reads them nor for standard error.
    ///
    /// - Throws: `OutputError` when the file can't be written, `ThreadError`.
    func opened(_ output: StandardOutput) throws -> EventLog? {
        try queueNotes()
        return try events.map { try EventLog($0, else: output) }
    }

    /// What hears one page more.
    func listener(_ log: EventLog?) -> @Sendable (HostEvent) -> Void {
        let tell = log?.page()
        return { [console] event in
            if console, case .console(let line) = event { note("console: \(line.text)") }
            tell?(event)
        }
    }
}
