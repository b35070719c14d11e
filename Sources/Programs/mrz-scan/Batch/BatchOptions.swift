import ArgumentParser
import Commands

/// Where the results of a batch go.
enum BatchFormat: String, ExpressibleByArgument, CaseIterable {
    case jsonl
    case csv
    /// A store that can be resumed.
    case sqlite
}

/// Where results go and how.
struct BatchOutputOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The file to write to; it is made so that only you can read it. Standard output without it.",
            valueName: "file"), completion: .file())
    var out: String?

    @Option(
        help: """
            How results are written: jsonl or csv in the order of the inputs, or sqlite, a store that can be resumed. \
            By default as the name of the file ends, else sqlite for files and jsonl for standard output.
            """)
    var format: BatchFormat?

    @Flag(help: "Go on with a store: what it knows and what has not changed is not read again.")
    var resume = false

    @Flag(help: "Leave out what the documents say: keep statuses, layouts, checks, places and times.")
    var redact = false

    var chosenFormat: BatchFormat {
        if let format { return format }
        guard let out else { return .jsonl }
        return .named(by: out) ?? .sqlite
    }

    func validate() throws {
        try validateOutput(out, "--out")
        if chosenFormat == .sqlite, out == nil { throw ValidationError("--format sqlite needs --out.") }
        if resume, chosenFormat != .sqlite {
            throw ValidationError("Only a store can be resumed: one that --out names and --format sqlite writes.")
        }
    }
}
