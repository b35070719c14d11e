import Bridge
import JSON
import Reporting
import ResultStore

/// What the results of a store amount to, and what of them somebody should look at. It says nothing of what documents
/// say, but in pictures that were asked for.
struct StoreReport {
    let store: String
    let summary: StoreSummary
    /// The first inputs that could not be read.
    let failures: [(source: String, code: String)]
    /// The first results that are not verified.
    let notVerified: [(record: ResultRecord, file: StoredFile)]
    /// The pages that took longest, the slowest first.
    let slowest: [ResultRecord]
    /// The MRZs of the lowest confidence, the lowest first.
    let leastConfident: [ResultRecord]
    let damage: StoreDamage
    /// What shows the zones that are not verified; nil to show none.
    let pages: StoredPages?

    /// - Parameters:
    ///   - failures: how many inputs are named that could not be read.
    ///   - notVerified: how many results are named that are not verified.
    ///   - worst: how many are named of the slowest pages, and of the MRZs of the lowest confidence.
    ///   - pages: what shows the zones that are not verified; nil to show none.
    /// - Throws: `ResultStoreError`, `otherOptions` for pictures of a store that keeps nothing of what documents say.
    init(
        of store: String, failures: Int, notVerified: Int, worst: Int, pages: StoredPages?
    ) throws(ResultStoreError) {
        let results = try ResultStore.reading(store)
        if pages != nil, try results.isRedacted() { throw .redacted("show") }
        self.store = store
        damage = try results.damage()
        summary = try results.summary()
        self.failures = try results.failures(atMost: failures, without: damage)
        self.notVerified = try results.notVerified(atMost: notVerified, without: damage)
        slowest = try results.slowest(atMost: worst, without: damage)
        leastConfident = try results.leastConfident(atMost: worst, without: damage)
        self.pages = pages
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
            ["Duplicates", "\(summary.duplicates)"], ["Corrected results", "\(summary.corrections)"],
        ])
        for (title, rows) in counts where !rows.isEmpty {
            text += "\n\(title)\n" + TextTable.text(rows.map { ["  " + $0[0].printable(), $0[1]] }, right: [1])
        }
        text += "\nRuns (UTC)\n"
        text += TextTable.text(([Self.runHead] + runs).map { ["  " + $0[0]] + $0[1...] }, right: [1, 2, 3])
        func list(_ title: String, _ rows: [[String]], of count: Int) {
            guard !rows.isEmpty else { return }
            text +=
                "\n\(Self.title(title, rows.count, of: count))\n"
                + TextTable.text(rows.map { ["  " + $0[0]] + $0[1...] })
        }
        list("Not verified", notVerified.map(\.record.row), of: notVerifiedCount)
        list("Could not be read", failures.map { [$0.code.printable(), $0.source.quoted] }, of: failureCount)
        for (title, _, _, rows) in worst where !rows.isEmpty {
            text += "\n\(title)\n" + TextTable.text(rows.map { ["  " + $0[0]] + $0[1...] })
        }
        return text
    }

    private static let runHead = ["started", "seconds", "inputs", "files read"]

    private var runs: [[String]] {
        summary.runs.map {
            [$0.started ?? "unknown", JSONValue.decimal($0.seconds, places: 1), "\($0.inputs)", "\($0.images)"]
        }
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

    /// What to look at first, under a title each.
    private var worst: [(title: String, lead: String, head: [String], rows: [[String]])] {
        [
            (
                "Slowest pages", "Milliseconds from the first byte of a page to the verdict.", ["ms", "input"],
                slowest.map { [JSONValue.decimal($0.totalMilliseconds ?? 0, places: 1), $0.place] }
            ),
            (
                "Lowest confidence", "How well the picture supports the characters on average, 0 to 1.",
                ["confidence", "status", "input"],
                leastConfident.map {
                    [JSONValue.decimal($0.confidence ?? 0, places: 3), $0.status.rawValue, $0.place]
                }
            ),
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
            let started = run.started.map { JSONValue.string($0.replacing(" ", with: "T") + "Z") }
            return .object(
                (started.map { [.init("started", $0)] } ?? []) + [
                    .init("seconds", .number(run.seconds, places: 1)), .init("inputs", .integer(run.inputs)),
                    .init("files", .integer(run.images)),
                ])
        }
        return [
            "schema": .integer(ScanReport.schema), "inputs": .integer(summary.inputs),
            "files": .integer(summary.images), "duplicates": .integer(summary.duplicates),
            "corrections": .integer(summary.corrections),
            "results": object(summary.statuses), "layouts": object(summary.formats), "errors": object(summary.errors),
            "pages": .integer(summary.pages), "milliseconds": .object(times), "runs": .array(runs),
            "notVerified": .array(notVerified.map(\.record.redacted.json)),
            "notRead": .array(failures.map { ["source": .string($0.source), "code": .string($0.code)] }),
            "slowest": .array(slowest.map(\.redacted.json)),
            "lowestConfidence": .array(leastConfident.map(\.redacted.json)),
            "damage": .array(damage.sentences.map { .string($0) }),
        ]
    }

    // MARK: For browsers

    /// The lines of a zone as they are printed, as HTML, or why they can't be shown.
    private func zone(of record: ResultRecord, from file: StoredFile) -> String {
        guard let pages, record.status == .unverified, file.image != nil else { return "" }
        do throws(ViewFailure) {
            return try pages.view(of: record, from: file).pictures.dropFirst().enumerated().map { index, picture in
                "<img alt=\"line \(index + 1)\" src=\"data:image/jpeg;base64,\(Base64.text(of: picture))\">"
            }.joined()
        } catch {
            return Markup.escape(error.failure.message)
        }
    }

    private var notVerifiedTable: (head: [String], rows: [[String]]) {
        let head = ["status", "input", "why"]
        let rows = notVerified.map { $0.record.row.map(Markup.escape) }
        guard pages != nil else { return (head, rows) }
        return (head + ["zone"], zip(rows, notVerified).map { $0 + [zone(of: $1.record, from: $1.file)] })
    }

    /// One page that needs nothing else and has no scripts.
    var page: String {
        let tables = counts.filter { !$0.rows.isEmpty }.map { title, rows in
            "<div class=\"card\"><h3>\(Markup.escape(title))</h3>"
                + Markup.table(["", ""], rows.map { $0.map(Markup.escape) }) + "</div>"
        }
        func section(_ title: String, _ lead: String, _ head: [String], _ rows: [[String]], of count: Int) -> String {
            guard !rows.isEmpty else { return "" }
            return Markup.section(Self.title(title, rows.count, of: count), lead, Markup.table(head, rows))
        }
        func list(_ title: String, _ lead: String, _ head: [String], _ rows: [[String]], of count: Int) -> String {
            section(title, lead, head, rows.map { $0.map(Markup.escape) }, of: count)
        }
        let notVerified = notVerifiedTable
        let name = Markup.escape(store.printable())
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
            style-src 'unsafe-inline'">
            <title>mrz-scan: \(name)</title><style>
            \(PageStyle.css)
            td img { display: block; width: 100%; min-width: 420px; height: auto; }
            th, td { text-align: left; white-space: normal; overflow-wrap: anywhere; } .pair { align-items: start; }
            </style></head><body><main>
            <h1>\(name)</h1>
            <p class="lead">\(summary.inputs) inputs, \(summary.images) different files, \
            \(summary.duplicates) duplicates, \(summary.corrections) corrected results.</p>
            <div class="pair">\(tables.joined())</div>
            \(list("Damage", "Rows of the store that are not as they were written; the others are.", [""],
                damage.sentences.map { [$0] }, of: damage.sentences.count))
            \(section("Not verified", "What a person should look at.", notVerified.head, notVerified.rows,
                of: notVerifiedCount))
            \(list("Could not be read", "Inputs without a result.", ["error", "input"],
                failures.map { [$0.code, $0.source.printable()] }, of: failureCount))
            \(worst.map { list($0.title, $0.lead, $0.head, $0.rows, of: $0.rows.count) }.joined())
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
        return [status.rawValue, place, why.joined(separator: ", ").printable()]
    }

    /// The input and the page of it.
    fileprivate var place: String { source.quoted + (page.map { $0 > 1 ? ", page \($0)" : "" } ?? "") }
}

extension String {
    /// A name, which may have anything in it, also what a terminal takes for a command.
    fileprivate var quoted: String { JSONValue.string(self).text.printable() }
}

extension [String] {
    /// Each text where it comes first.
    fileprivate var once: [String] { enumerated().filter { !self[..<$0.offset].contains($0.element) }.map(\.element) }
}
