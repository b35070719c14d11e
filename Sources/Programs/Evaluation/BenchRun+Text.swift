import Reporting

extension BenchRun {
    /// The results for people at a terminal. It shows the lines of the pages that failed: labelled specimens.
    public var text: String {
        var parts = [headline, statuses]
        parts += evaluation.breakdowns.map { breakdown in
            Self.table(breakdown.title, breakdown.groups.map { ($0.name, $0.score) })
        }
        if !evaluation.matrix.conditions.isEmpty { parts.append(matrixTable) }
        if !evaluation.fields.isEmpty { parts.append(fieldTable) }
        parts.append(timeTable)
        if !peers.isEmpty { parts.append(peerTable) }
        parts += evaluation.failures.map(\.text)
        if let comparison { parts.append(comparison.text) }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var headline: String {
        let total = evaluation.total
        return """
            \(dataset): \(total.pages) pages, \(total.documents) documents
            exact \(total.exact) of \(total.documents) (\(Figure.percent(total.exactRate))), \
            verified \(total.verified), CER \(Figure.rate(total.characterErrorRate)), \
            false verified \(total.falseVerified), \
            reports on \(total.reportedNegatives) of \(total.negatives) pages without an MRZ\
            \(total.failed == 0 ? "" : ", \(total.failed) pages could not be read")

            """
    }

    private var statuses: String {
        let outcomes = evaluation.verdicts.filter(\.label.isReadable).flatMap(\.documents).map(\.outcome)
        return DocumentVerdict.Outcome.allCases.map { outcome in
            "\(outcome.rawValue) \(outcomes.count { $0 == outcome })"
        }.joined(separator: ", ") + "\n"
    }

    private static func table(_ title: String, _ rows: [(String, Score)]) -> String {
        let head = [title, "documents", "found", "exact", "", "verified", "fields", "CER", "false", "reports"]
        let body = rows.map { name, score in
            [
                name, "\(score.documents)", "\(score.found)", "\(score.exact)", Figure.percent(score.exactRate),
                "\(score.verified)", Figure.percent(score.fieldRate), Figure.rate(score.characterErrorRate),
                "\(score.falseVerified)", score.negatives == 0 ? "" : "\(score.reportedNegatives)/\(score.negatives)",
            ]
        }
        return TextTable.text([head] + body, right: Set(1..<head.count))
    }

    private var matrixTable: String {
        let matrix = evaluation.matrix
        let head = ["exact by level"] + matrix.levels.map(String.init)
        let body = matrix.conditions.map { condition in
            [condition]
                + matrix.levels.map { level in
                    matrix[condition, level].map { "\($0.exact)/\($0.documents)" } ?? ""
                }
        }
        return TextTable.text([head] + body, right: Set(1..<head.count))
    }

    private var fieldTable: String {
        TextTable.text(
            [["field", "exact", ""]]
                + evaluation.fields.map { [$0.name, "\($0.exact)/\($0.documents)", Figure.percent($0.rate)] },
            right: [1, 2])
    }

    private var timeTable: String {
        var rows: [[String]] = []
        for (title, times) in [("wall ms", \PageReading.timing), ("CPU ms", \.cpu)] {
            for (name, percentiles) in StageSpread(of: evaluation, times).stages {
                if rows.isEmpty { rows.append([""] + percentiles.named.map(\.name) + ["mean"]) }
                let values = percentiles.named.map(\.value) + [percentiles.mean]
                rows.append(["\(title), \(name)"] + values.map { Figure.milliseconds($0) })
            }
        }
        return TextTable.text(rows, right: Set(1...6)) + """
            \(Figure.number(throughput)) pages a second with \(workers) worker\(workers == 1 ? "" : "s"), \
            \(Figure.megabytes(peakMemory)) at most

            """
    }

    private var peerTable: String {
        let head = ["reader", "documents", "exact", "", "CER", "valid but wrong", "reports", "our CPU : theirs"]
        let body = readers.map { reader in
            let total = reader.evaluation.total
            return [
                reader.name, "\(total.documents)", "\(total.exact)", Figure.percent(total.exactRate),
                Figure.rate(total.characterErrorRate), reader.claims ? "\(total.falseVerified)" : "never says",
                "\(total.reportedNegatives)/\(total.negatives)", reader.cpuRatio.map { Figure.ratio($0) } ?? "",
            ]
        }
        return TextTable.text([head] + body, right: Set(1..<head.count))
    }
}

extension PageVerdict {
    /// What was expected and what was read, one above the other.
    fileprivate var text: String {
        var lines = ["\(label.name): \(summary)"]
        if let failure = reading.failure { lines.append("  \(failure)") }
        for verdict in documents where !verdict.outcome.isExact {
            for pair in Alignment.lines(expected: verdict.document.lines, read: verdict.zone?.lines ?? []) {
                lines.append("  label  " + String(pair.columns.map { $0.expected ?? " " }))
                if verdict.zone == nil { continue }
                lines.append("  read   " + String(pair.columns.map { $0.read ?? " " }))
                if pair.edits > 0 { lines.append("         " + String(pair.columns.map { $0.isEqual ? " " : "^" })) }
            }
        }
        for zone in unexpected {
            for line in zone.lines { lines.append("  \(zone.isVerified == true ? "VERIFIED" : "reported") \(line)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The outcome in words.
    var summary: String {
        var words = documents.map { verdict in
            "\(verdict.document.format) \(verdict.outcome.rawValue)"
                + (verdict.outcome == .misread ? ", \(verdict.edits) of \(verdict.characters) characters" : "")
        }
        if isFalseReport { words.append("reported where there is no MRZ") }
        if !falseVerified.isEmpty { words.append("FALSE VERIFIED") }
        return words.joined(separator: "; ")
    }

    /// Zones that are to be shown although they belong to no document: those on negatives and the false ones.
    var unexpected: [PageReading.Zone] { label.isNegative ? reading.zones : falseVerified }
}

extension BaselineComparison {
    fileprivate var text: String {
        if sections.isEmpty { return "As the baseline has it.\n" }
        return sections.map { title, names in
            "\(title) (\(names.count)):\n" + names.map { "  \($0)\n" }.joined()
        }.joined()
    }
}
