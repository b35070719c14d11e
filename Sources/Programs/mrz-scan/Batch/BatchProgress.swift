import Glibc
import Reporting
import Threads

/// How far a batch is, for people: one line drawn over and over on a terminal, now and then a line elsewhere.
struct BatchProgress {
    private let isShown: Bool
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// How many inputs there are, once that is known.
    private let total: Monitor<Int?>
    private let started = ContinuousClock.now
    private var drawn: ContinuousClock.Instant
    private var done = 0
    private var unchanged = 0
    private var duplicates = 0
    private var statuses: [ScanReport.Status: Int] = [:]

    init(isShown: Bool, total: Monitor<Int?>) {
        self.isShown = isShown
        self.total = total
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
        let now = ContinuousClock.now
        guard isShown, now - drawn >= (isTerminal ? .milliseconds(100) : .seconds(10)) else { return }
        drawn = now
        show(isLast: false)
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
        ProgressBar.draw("\r\(bar)\(text)\u{1B}[K" + (isLast ? "\n" : ""))
    }

    /// `1:02:03`.
    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded())
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
