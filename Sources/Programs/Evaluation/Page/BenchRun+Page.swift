import Reporting

extension BenchRun {
    /// The results as one page for browsers that needs nothing else: charts are inline SVG, pictures `data:` URIs, and
    /// there are no scripts.
    ///
    /// - Parameter previews: of the pages that failed, by name. They show labelled specimens.
    public func page(previews: [String: FailurePreviews]) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
        <title>mrz-scan on \(Markup.escape(dataset))</title><style>
        \(PageStyle.css)
        </style></head><body><main>
        \(header)\(peerSection)\(comparisonSection)\(conditionSection)\(timeSection)\(reliabilitySection)\(tableSection)
        \(failureSection(previews))
        <footer>A document is exact when every character of every line is right. Verified: exact, and the reader \
        vouches for it. Falsely verified: vouched for, but it does not stand there. CER: character error rate, edits \
        for each character on the documents; a document on which nothing was read counts with all of its \
        characters.</footer>
        </main></body></html>

        """
    }

    private var header: String {
        let total = evaluation.total
        let wall = StageSpread(of: evaluation, \.timing).stages.last?.percentiles
        let cpu = StageSpread(of: evaluation, \.cpu).stages.last?.percentiles
        func time(_ duration: Duration?) -> String { duration.map { "\(Figure.milliseconds($0)) ms" } ?? "–" }
        let tiles = [
            tile(Figure.percent(total.exactRate), "exact", "\(total.exact) of \(total.documents) documents"),
            tile(Figure.percent(total.verifiedRate), "verified", "\(total.verified) of \(total.documents) documents"),
            tile("\(total.falseVerified)", "falsely verified", "there must be none", isGood: total.falseVerified == 0),
            tile(
                "\(total.reportedNegatives)", "false reports", "on \(total.negatives) pages without an MRZ",
                isGood: total.reportedNegatives == 0),
            tile(Figure.rate(total.characterErrorRate), "CER", "\(total.edits) of \(total.characters) characters"),
            tile(time(cpu?.p50), "CPU a page, median", "95 % within \(time(cpu?.p95))"),
            tile(time(wall?.p50), "wall time, median", "95 % within \(time(wall?.p95))"),
            tile(
                Figure.number(throughput), "pages a second",
                "\(workers) worker\(workers == 1 ? "" : "s"), \(Figure.megabytes(peakMemory)) at most"),
        ]
        return """
            <h1>How well mrz-scan reads \(Markup.escape(dataset))</h1>
            <p class="lead">\(total.pages) labelled pages, \(total.documents) documents to be read, \
            \(total.negatives) pages without any.</p><div class="tiles">\(tiles.joined())</div>

            """
    }

    private func tile(_ figure: String, _ name: String, _ detail: String, isGood: Bool? = nil) -> String {
        let style = isGood.map { $0 ? " good" : " wrong" } ?? ""
        return "<div class=\"tile\(style)\"><b>\(figure)</b><span>\(name)</span><small>\(detail)</small></div>\n"
    }

    private var peerSection: String {
        guard !peers.isEmpty else { return "" }
        let rows = readers.map { reader in
            let total = reader.evaluation.total
            return [
                Markup.escape(reader.name), Markup.bar(total.exactRate), "\(total.exact)/\(total.documents)",
                Figure.rate(total.characterErrorRate),
                reader.claims ? Markup.alarm(total.falseVerified) : "<span class=\"muted\">never says</span>",
                "\(Markup.alarm(total.reportedNegatives))/\(total.negatives)",
                reader.cpuRatio.map { Figure.ratio($0) } ?? "",
            ]
        }
        return Markup.section(
            "Beside other readers",
            "The same pictures in the same run. Our processor time is that of a warm scanner; theirs includes the "
                + "start of their process, for that is how they are run.",
            Markup.table(
                ["reader", "exact", "", "CER", "valid but wrong", "false reports", "CPU ours : theirs"], rows))
    }

    private var comparisonSection: String {
        guard let comparison else { return "" }
        let lists = comparison.sections.map { title, names in
            "<p><strong>\(Markup.escape(title))</strong> (\(names.count))</p><ul>"
                + names.map { "<li>\(Markup.escape($0))</li>" }.joined() + "</ul>"
        }
        return Markup.section(
            "Against the baseline", comparison.isWorse ? "Something is worse." : "Nothing is worse.",
            lists.isEmpty ? "" : "<div class=\"card\">\(lists.joined())</div>")
    }

    private var conditionSection: String {
        guard !evaluation.matrix.conditions.isEmpty else { return "" }
        let levels = LevelChart(of: evaluation).map { "<div class=\"card\">\($0.svg)</div>" } ?? ""
        return Markup.section(
            "What makes it harder",
            "Exact documents of all with that condition at that level, 1 slight to 5 the hardest that a person reads.",
            "<div class=\"wide\"><div class=\"card\">\(evaluation.matrix.heatMap)</div>\(levels)</div>")
    }

    private var timeSection: String {
        let charts = [
            LatencyChart("Wall time of a page", of: evaluation, \.timing).svg,
            LatencyChart("Processor time of a page", of: evaluation, \.cpu).svg,
        ].filter { !$0.isEmpty }.map { "<div class=\"card\">\($0)</div>" }
        guard !charts.isEmpty else { return "" }
        let rows = [("wall", \PageReading.timing), ("CPU", \.cpu)].flatMap { kind, times in
            StageSpread(of: evaluation, times).stages.map { name, percentiles in
                ["\(kind), \(name)"]
                    + (percentiles.named.map(\.value) + [percentiles.mean]).map { Figure.milliseconds($0) }
            }
        }
        return Markup.section(
            "How long it takes",
            "The share of the pages that are done within a time, by stage. Models are loaded before the clock starts.",
            "<div class=\"pair\">\(charts.joined())</div><p></p>"
                + Markup.table(["milliseconds", "p50", "p90", "p95", "p99", "max", "mean"], rows))
    }

    private var reliabilitySection: String {
        guard !evaluation.reliability.bins.isEmpty else { return "" }
        return Markup.section(
            "Whether its confidence can be believed",
            "Readings by the confidence that they came with, and how many of them were exact.",
            "<div class=\"card\"><p class=\"muted\"><i class=\"key o\"></i>exact <i class=\"key e\"></i>stated</p>"
                + "\(evaluation.reliability.chart)</div>")
    }

    private var tableSection: String {
        let head = ["documents", "found", "exact", "verified", "fields", "CER", "false verified"]
        let tables = evaluation.breakdowns.map { breakdown in
            let rows = breakdown.groups.filter { $0.score.documents > 0 }.map { group in
                let score = group.score
                return [
                    Markup.escape(group.name), "\(score.documents)", Figure.percent(score.foundRate),
                    Markup.bar(score.exactRate), Figure.percent(score.verifiedRate), Figure.percent(score.fieldRate),
                    Figure.rate(score.characterErrorRate), Markup.alarm(score.falseVerified),
                ]
            }
            return "<h3>By \(breakdown.title)</h3>" + Markup.table([""] + head, rows) + "<p></p>"
        }
        let fields = evaluation.fields.map { field in
            [Markup.escape(field.name), "\(field.documents)", "\(field.exact)", Markup.bar(field.rate)]
        }
        return Markup.section(
            "In numbers", "Pages with several conditions count with each of them.",
            tables.joined() + "<h3>By field</h3>" + Markup.table(["", "documents", "exact", ""], fields))
    }

    private func failureSection(_ previews: [String: FailurePreviews]) -> String {
        let failures = evaluation.failures
        guard !failures.isEmpty else { return Markup.section("What went wrong", "Nothing.", "") }
        // The gravest first, otherwise in the order of the labels.
        let sorted = failures.filter { !$0.falseVerified.isEmpty } + failures.filter(\.falseVerified.isEmpty)
        let cards = sorted.map { FailureCard(verdict: $0, previews: previews[$0.label.name]).html }
        return Markup.section(
            "What went wrong", "\(failures.count) pages. Characters that differ are marked.",
            "<p class=\"muted\"><i class=\"key e\"></i>where the MRZ is <i class=\"key r\"></i>where it was read</p>"
                + cards.joined())
    }
}
