import ArgumentParser
import Commands
import JSON
import ResultStore

/// `mrz-scan report STORE`: what the results of a store amount to.
struct ReportCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Sum up the results of a store: counts, what was not verified, failures, times, the worst pages.",
        discussion: """
            Nothing of what documents say is in a report, but with --pictures. A store that is damaged is reported all \
            the same; the damage is named, and the exit status is 66.
            """)

    @Argument(help: "The store that batch has written.", completion: .file())
    var store: String

    @Option(help: "How the report is written: text, json or html. By default as the file's name ends, else text.")
    var format: Format?

    @Option(
        help: ArgumentHelp(
            "The file to write to; there must be none yet. Standard output without it.", valueName: "file"),
        completion: .file())
    var out: String?

    @Option(
        help: ArgumentHelp(
            "How many of the inputs that could not be read are named: in text 20, elsewhere all.", valueName: "n"))
    var failures: Int?

    @Option(
        help: ArgumentHelp(
            "How many of the results that are not verified are named: in text 20, elsewhere all.", valueName: "n"))
    var unverified: Int?

    @Option(
        help: ArgumentHelp(
            "How many of the slowest pages and of the least confident readings are named.", valueName: "n"))
    var worst = 10

    @Flag(
        help: ArgumentHelp(
            "Show the zones that are not verified in the page of HTML: what documents say is in it then.",
            discussion: """
                Pictures are read again from where they lay, as review does, and decoded in a confined process. 200 \
                results are named then if --unverified is not given.
                """))
    var pictures = false

    @OptionGroup var limits: WorkerLimits

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case html
    }

    func validate() throws {
        try validateOutput(out, "--out")
        if format == nil { try Format.validateEnding(of: out, usual: ["txt"]) }
        for (name, value) in [("failures", failures), ("unverified", unverified), ("worst", worst)] {
            if let value, value < 0 { throw ValidationError("--\(name) must be at least 0.") }
        }
        if pictures, chosenFormat != .html { throw ValidationError("Only a page has --pictures: --format html.") }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        Interruption.watch(output)
        let usual = chosenFormat == .text ? 20 : Int.max
        let report = try StoreReport(
            of: store, failures: failures ?? usual, notVerified: unverified ?? (pictures ? 200 : usual), worst: worst,
            pages: pictures ? StoredPages(WorkerSettings(limits, quiet: false)) : nil)
        let text =
            switch chosenFormat {
            case .text: report.text
            case .json: report.json.text + "\n"
            case .html: report.page
            }
        try output.write(toFile: out) { output in try output.write(text) }
        for sentence in report.damage.sentences { note("error: \(sentence)") }
        return report.damage.isEmpty ? .verified : .unreadable
    }

    private var chosenFormat: Format {
        format ?? out.flatMap(Format.named) ?? .text
    }
}
