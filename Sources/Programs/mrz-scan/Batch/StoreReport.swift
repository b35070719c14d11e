import Evaluation
import Reporting
import ResultStore

/// What the results of a store amount to, and what of them somebody should look at. It says nothing of what documents say.
struct StoreReport {
    let store: String
    let summary: StoreSummary
    /// What could not be read, and results that are not verified: the first of them.
    let failures: [(source: String, code: String)]
    let notVerified: [ResultRecord]
    let damage: StoreDamage

    /// - Parameters:
    ///   - failures: how many inputs are named that could not be read.
    ///   - notVerified: how many results are named that are not verified.
    /// - Throws: `StoreError`.
    init(of store: String, failures: Int, notVerified: Int) throws(StoreError) {
        let results = try ResultStore.reading(store)
        self.store = store
        damage = try results.damage()
        summary = try results.summary()
        self.failures = try results.failures(atMost: failures)
        self.notVerified = try results.notVerified(atMost: notVerified)
    }

    private var failureCount: Int { summary.errors.reduce(0) { $0 + $1.count } }

    private var notVerifiedCount: Int {
        summary.statuses.filter { ["unverified", "not_found"].contains($0.name) }.reduce(0) { $0 + $1.count }
    }

    private static func title(_ title: String, _ shown: Int, of count: Int) -> String {
        title + (count > shown ? " (\(shown) of \(count))" : "")
    }

    // MARK: For people, at a terminal

    var text: String {
        var text = TextTable.text([
            ["Inputs", "\(summary.inputs)"], ["Different files", "\(summary.images)"],
            ["Duplicates", "\(summary.duplicates)"],
        ])
        for (title, rows) in counts where !rows.isEmpty {
            text += "\n\(title)\n" + TextTable.text(rows.map { ["  " + $0[0], $0[1]] }, right: [1])
        }
        text += "\nRuns (UTC)\n"
        text += TextTable.text(([Self.runHead] + runs).map { ["  " + $0[0]] + $0[1...] }, right: [1, 2, 3])
        func list(_ title: String, _ rows: [[String]], of count: Int) {
            guard !rows.isEmpty else { return }
            text +=
                "\n\(Self.title(title, rows.count, of: count))\n"
                + TextTable.text(rows.map { ["  " + $0[0]] + $0[1...] })
        }
        list("Not verified", notVerified.map(\.row), of: notVerifiedCount)
        // A name may have anything in it, also what a terminal takes for a command.
        list("Could not be read", failures.map { [$0.code, JSONValue.string($0.source).text] }, of: failureCount)
        return text
    }

    private static let runHead = ["started", "seconds", "inputs", "files read"]

    private var runs: [[String]] {
        summary.runs.map { [$0.started, JSONValue.decimal($0.seconds, places: 1), "\($0.inputs)", "\($0.images)"] }
    }

    /// Names and numbers under a title each.
    private var counts: [(title: String, rows: [[String]])] {
        func rows(_ counts: [StoreSummary.Count]) -> [[String]] { counts.map { [$0.name, "\($0.count)"] } }
        let times = zip(["median", "90 %", "99 %", "longest"], summary.milliseconds).map {
            [$0, JSONValue.decimal($1.value, places: 1)]
        }
        return [
            ("Results", rows(summary.statuses)), ("Layouts", rows(summary.formats)), ("Errors", rows(summary.errors)),
            ("Milliseconds a page (\(summary.pages) pages)", times),
        ]
    }

    // MARK: For programs

    var json: JSONValue {
        func object(_ counts: [StoreSummary.Count]) -> JSONValue {
            .object(counts.map { .init($0.name, .integer($0.count)) })
        }
        let times = zip(["p50", "p90", "p99", "max"], summary.milliseconds).map {
            JSONValue.Member($0, .number($1.value, places: 1))
        }
        let runs = summary.runs.map { run -> JSONValue in
            [
                "started": .string(run.started.replacing(" ", with: "T") + "Z"),
                "seconds": .number(run.seconds, places: 1), "inputs": .integer(run.inputs),
                "files": .integer(run.images),
            ]
        }
        return [
            "schema": .integer(ScanReport.schema), "inputs": .integer(summary.inputs),
            "files": .integer(summary.images), "duplicates": .integer(summary.duplicates),
            "results": object(summary.statuses), "layouts": object(summary.formats), "errors": object(summary.errors),
            "pages": .integer(summary.pages), "milliseconds": .object(times), "runs": .array(runs),
            "notVerified": .array(notVerified.map(\.redacted.json)),
            "notRead": .array(failures.map { ["source": .string($0.source), "code": .string($0.code)] }),
            "damage": .array(damage.sentences.map { .string($0) }),
        ]
    }

    // MARK: For browsers

    /// One page that needs nothing else and has no scripts.
    var page: String {
        let tables = counts.filter { !$0.rows.isEmpty }.map { title, rows in
            "<div class=\"card\"><h3>\(Markup.escape(title))</h3>"
                + Markup.table(["", ""], rows.map { $0.map(Markup.escape) }) + "</div>"
        }
        func list(_ title: String, _ lead: String, _ head: [String], _ rows: [[String]], of count: Int) -> String {
            guard !rows.isEmpty else { return "" }
            return Markup.section(
                Self.title(title, rows.count, of: count), lead, Markup.table(head, rows.map { $0.map(Markup.escape) }))
        }
        let name = Markup.escape(store.printable())
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>mrz-scan: \(name)</title><style>
            \(PageStyle.css)
            th, td { text-align: left; white-space: normal; overflow-wrap: anywhere; } .pair { align-items: start; }
            </style></head><body><main>
            <h1>\(name)</h1>
            <p class="lead">\(summary.inputs) inputs, \(summary.images) different files, \
            \(summary.duplicates) duplicates.</p>
            <div class="pair">\(tables.joined())</div>
            \(list("Damage", "Rows of the store that are not as they were written; the others are.", [""],
                damage.sentences.map { [$0] }, of: damage.sentences.count))
            \(list("Not verified", "What a person should look at.", ["status", "input", "why"], notVerified.map(\.row),
                of: notVerifiedCount))
            \(list("Could not be read", "Inputs without a result.", ["error", "input"],
                failures.map { [$0.code, $0.source.printable()] }, of: failureCount))
            \(list("Runs", "Times are UTC.", Self.runHead, runs, of: runs.count))
            </main></body></html>

            """
    }
}

extension ResultRecord {
    /// Status, place and reasons, for people.
    fileprivate var row: [String] {
        let reasons = (json["reasons"]?.array ?? []).map { reason in
            [reason["code"]?.string, reason["field"]?.string].compactMap { $0 }.joined(separator: " ")
        }
        let why = status == .notFound ? [isDamaged ? "no MRZ, the file is damaged" : "no MRZ"] : reasons.once
        let place = page.map { $0 > 1 ? ", page \($0)" : "" } ?? ""
        return [status.rawValue, JSONValue.string(source).text + place, why.joined(separator: ", ")]
    }
}

extension [String] {
    /// Each text where it comes first.
    fileprivate var once: [String] { enumerated().filter { !self[..<$0.offset].contains($0.element) }.map(\.element) }
}
