import MRZParsing
import Scanning

/// A result for people: the verdict first, then the lines, the fields and what protects them.
public struct TextReport: Sendable {
    private let ink: Ink

    /// - Parameter colored: whether the reader understands ANSI colours.
    public init(colored: Bool) {
        ink = Ink(isOn: colored)
    }

    /// The result, several lines with a line feed at the end of each.
    public func text(of report: ScanReport) -> String {
        var lines = [headline(of: report)]
        if !report.unmatchedLines.isEmpty {
            lines += report.unmatchedLines.map { "  " + ink.bold($0) }
            lines += ["  " + ink.faint("lines of an MRZ in no known layout"), ""]
        }
        if case .read(let mrz) = report.outcome { lines += self.lines(of: mrz, seen: report.view) + [""] }
        return lines.map { $0 + "\n" }.joined()
    }

    private func headline(of report: ScanReport) -> String {
        // A file may have any name; this one goes to a terminal.
        var line = "\(verdict(of: report))  \(report.source.printable())"
        if let page = report.page, page > 1 { line += ", page \(page)" }
        if let textLine = report.textLine { line += ", line \(textLine)" }
        switch report.outcome {
        case .read(let mrz): line += "  \(mrz.mrz.format.name), \(mrz.mrz.format.title)"
        case .notFound:
            if let view = report.view, !view.faults.isEmpty { line += "  something like one is \(view.words)" }
            if report.isDamaged { line += "  \(Warning.damaged.sentence)" }
        case .failed(let failure): line += "  \(failure.message.printable())"
        }
        return line
    }

    private func verdict(of report: ScanReport) -> String {
        switch report.status {
        case .verified: ink.green("VERIFIED    ")
        case .unverified: ink.yellow("NOT VERIFIED")
        case .notFound: ink.yellow("NO MRZ      ")
        case .error: ink.red("ERROR       ")
        }
    }

    private func lines(of report: MRZReport, seen view: ZoneView?) -> [String] {
        let rows = report.rows
        let label = rows.map(\.label.count).max() ?? 0
        let value = rows.map(\.value.count).max() ?? 0
        var lines = report.mrz.lines.map { "  " + ink.bold($0.text) }
        lines += rows.map { row in
            "  \(row.label.padded(to: label))  \(row.value.padded(to: value))  \(ink.faint(row.protection))"
        }
        func list(_ title: String, _ sentences: [String], _ ink: (String) -> String) {
            guard !sentences.isEmpty else { return }
            lines.append("  " + ink(title))
            lines += sentences.map { "    " + $0 }
        }
        list("not verified because", report.reasons.map(\.sentence), ink.yellow)
        list("repairs", report.repairs.map(\.sentence), ink.faint)
        if let view, !view.faults.isEmpty { list("the picture of it", ["It is \(view.words)."], ink.faint) }
        list("warnings", report.warnings.map(\.sentence), ink.faint)
        list("keys to the chip", report.accessKeys.map { "\($0.name.padded(to: 14))  \($0.value)" }, ink.faint)
        return lines
    }
}

/// Colours, or none.
private struct Ink: Sendable {
    let isOn: Bool

    func green(_ text: String) -> String { painted(text, "1;32") }
    func yellow(_ text: String) -> String { painted(text, "1;33") }
    func red(_ text: String) -> String { painted(text, "1;31") }
    func bold(_ text: String) -> String { painted(text, "1") }
    func faint(_ text: String) -> String { painted(text, "2") }

    private func painted(_ text: String, _ code: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension ZoneView {
    /// What is wrong, as the end of a sentence.
    fileprivate var words: String {
        faults.map { fault in
            switch fault {
            case .cutOff: "cut off"
            case .tooLarge: "larger than the picture"
            case .tooSmall: "too small"
            case .tooDark: "too dark"
            case .glare: "lost in glare in places"
            case .blurred: "blurred"
            }
        }.joined(separator: ", ")
    }
}

extension String {
    /// The text with blanks at its end.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
