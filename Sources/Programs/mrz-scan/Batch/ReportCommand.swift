import ArgumentParser
import Reporting
import ResultStore

/// `mrz-scan report STORE`: what the results of a store amount to.
struct ReportCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Sum up the results of a store: counts, failures, times.")

    @Argument(help: "The store that batch has written.")
    var store: String

    @Option(help: ArgumentHelp("How many of the inputs that could not be read are named.", valueName: "n"))
    var failures = 20

    func validate() throws {
        guard failures >= 0 else { throw ValidationError("--failures must be at least 0.") }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        let results = try ResultStore.reading(store)
        let summary = try results.summary()
        try output.write(summary.text)
        let failed = try results.failures(atMost: failures)
        guard !failed.isEmpty else { return .verified }
        let count = summary.errors.reduce(0) { $0 + $1.count }
        try output.write("\nCould not be read" + (count > failed.count ? " (\(failed.count) of \(count))" : "") + "\n")
        // A name may have anything in it, also what a terminal takes for a command.
        try output.write(TextTable.text(failed.map { ["  " + $0.code, JSONValue.string($0.source).text] }))
        return .verified
    }
}

extension StoreSummary {
    /// For people.
    fileprivate var text: String {
        var text = TextTable.text([
            ["Inputs", "\(inputs)"], ["Different files", "\(images)"], ["Duplicates", "\(duplicates)"],
        ])
        func section(_ title: String, _ counts: [Count]) {
            guard !counts.isEmpty else { return }
            text += "\n\(title)\n" + TextTable.text(counts.map { ["  " + $0.name, "\($0.count)"] }, right: [1])
        }
        section("Results", statuses)
        section("Layouts", formats)
        section("Errors", errors)
        if !milliseconds.isEmpty {
            text += "\nMilliseconds a page (\(pages) pages)\n"
            let names = ["median", "90 %", "99 %", "longest"]
            text += TextTable.text(
                zip(names, milliseconds).map { ["  " + $0, JSONValue.decimal($1.value, places: 1)] }, right: [1])
        }
        text += "\nRuns (UTC)\n"
        text += TextTable.text(
            [["  started", "seconds", "inputs", "files read"]]
                + runs.map {
                    ["  " + $0.started, JSONValue.decimal($0.seconds, places: 1), "\($0.inputs)", "\($0.images)"]
                },
            right: [1, 2, 3])
        return text
    }
}
