import CProcess
import Glibc

/// How far the work is, drawn over and over in one line of standard error; nothing where that is no terminal.
package struct ProgressBar {
    private let title: String
    private let total: Int
    private let isShown = isatty(STDERR_FILENO) == 1
    private let started = ContinuousClock.now
    private var drawn: ContinuousClock.Instant?

    package init(_ title: String, total: Int) {
        self.title = title
        self.total = total
    }

    package mutating func show(_ done: Int) {
        guard isShown, total > 0 else { return }
        let now = ContinuousClock.now
        if let drawn, done < total, now - drawn < .milliseconds(100) { return }
        drawn = now
        let rate = Double(done) / max(1e-9, (now - started) / .seconds(1))
        let tenths = Int(rate * 10)
        let bar = Self.bar(done: done, of: total)
        let text = "\(title) \(done)/\(total), \(tenths / 10).\(tenths % 10) a second"
        Self.draw("\r\(Self.fitted(bar + " ", text))\u{1B}[K")
        if done == total { Self.draw("\r\u{1B}[K") }
    }

    package static func bar(done: Int, of total: Int) -> String {
        let width = 30
        let filled = total > 0 ? min(width, done * width / total) : 0
        return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    }

    /// What fits into a row of the terminal, for what goes on in the next row cannot be drawn over: without the bar
    /// where that is too much, and cut off where that is too much still.
    package static func fitted(_ bar: String, _ text: String) -> String {
        let columns = Int(cprocess_terminal_columns(STDERR_FILENO))
        // The last column stays free: some terminals go on to the next row once it is filled.
        guard columns > 1, bar.count + text.count >= columns else { return bar + text }
        return text.count < columns ? text : String(text.prefix(columns - 2)) + "…"
    }

    package static func draw(_ text: String) { writeToStandardError(text) }
}
