import Commands
import Glibc
import JSON
import Reporting
import ResultStore
import Threads

/// How far a batch or a scan is, for people: one line drawn over and over on a terminal, now and then a line elsewhere.
struct BatchProgress {
    private let isShown: Bool
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// How many inputs there are, once that is known.
    private let total: Monitor<Int?>
    private let started = ContinuousClock.now
    private var drawn: ContinuousClock.Instant
    private var done = 0
    private var isDrawn = false
    private var unchanged = 0
    private var duplicates = 0
    private var statuses: [ScanReport.Status: Int] = [:]

    /// - Parameter total: begins to count the inputs; called when that is to be shown.
    init(isShown: Bool, total: () -> Monitor<Int?>) {
        self.isShown = isShown
        self.total = isShown ? total() : Monitor(nil)
        drawn = started
    }

    mutating func count(_ items: [BatchItem]) {
        for item in items {
            done += 1
            switch item.outcome {
            case .unchanged: unchanged += 1
            case .known: duplicates += 1
            case .read, .failed: for record in item.records { statuses[record.status, default: 0] += 1 }
            }
        }
        showNowAndThen()
    }

    /// - Parameter done: inputs of which all reports have come.
    mutating func count(_ reports: [ScanReport], done: Int) {
        self.done = done
        for report in reports { statuses[report.status, default: 0] += 1 }
        showNowAndThen()
    }

    private mutating func showNowAndThen() {
        let now = ContinuousClock.now
        guard isShown, now - drawn >= (isTerminal ? .milliseconds(100) : .seconds(10)) else { return }
        drawn = now
        isDrawn = true
        show(isLast: false)
    }

    /// Takes the line away.
    func clear() {
        if isDrawn, isTerminal { ProgressBar.draw("\r\u{1B}[K") }
    }

    /// The last line, which stays.
    func finish() {
        if isShown { show(isLast: true) }
    }

    private func show(isLast: Bool) {
        let total = total.update { $0 }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        let rate = Double(done - unchanged) / max(seconds, 1e-3)
        var parts = [total.map { "\(done)/\($0)" } ?? "\(done)", "\(JSONValue.decimal(rate, places: 1)) a second"]
        if isLast {
            parts.append("in " + Self.time(seconds))
        } else if let total, total > done, rate > 0 {
            parts.append("ETA " + Self.time(Double(total - done) / rate))
        }
        parts += ScanReport.Status.allCases.compactMap { status in
            statuses[status].map { "\(status.rawValue) \($0)" }
        }
        if duplicates > 0 { parts.append("duplicates \(duplicates)") }
        if unchanged > 0 { parts.append("known \(unchanged)") }
        let text = parts.joined(separator: ", ")
        guard isTerminal else {
            note(text)
            return
        }
        let bar = total.map { ProgressBar.bar(done: done, of: $0) + " " } ?? ""
        // The last line stays, and may go on in the next row; the others are drawn over.
        ProgressBar.draw(isLast ? "\r\(text)\u{1B}[K\n" : "\r\(ProgressBar.fitted(bar, text))\u{1B}[K")
    }

    /// `1:02:03`.
    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded())
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
