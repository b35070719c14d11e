package import Threads

/// Lines on their way to who reads them. A thread of its own writes them, so that nobody who has something to say waits
/// for a slow reader, or for one that has stopped.
package final class LineQueue: Sendable {
    /// How much may wait, in bytes. One line more than that is taken, however long.
    package struct Limits: Sendable {
        /// Beyond it lines are left out.
        package var bytes: Int
        /// What lines may have besides that must not be lost.
        package var reserve: Int

        package init(bytes: Int, reserve: Int) {
            self.bytes = bytes
            self.reserve = reserve
        }
    }

    private enum Entry: Sendable {
        case line([UInt8])
        /// So many were left out here.
        case gap(Int)

        var count: Int {
            switch self {
            case .line(let bytes): bytes.count
            case .gap: 0
            }
        }
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        /// Those of `entries`, and of what is being written.
        var bytes = 0
        /// Entries that are not written yet, those that the thread has taken among them.
        var unwritten = 0
        /// Entries that were written.
        var written = 0
        var isEnded = false
    }

    private let limits: Limits
    private let state = Monitor(State())

    /// - Parameters:
    ///   - gap: the line that stands where so many lines were left out.
    ///   - write: writes one line; it may block.
    /// - Throws: where there is no thread for it.
    package init(
        _ limits: Limits, gap: @escaping @Sendable (Int) -> [UInt8], write: @escaping @Sendable ([UInt8]) -> Void
    ) throws(ThreadError) {
        self.limits = limits
        try startThread { [state] in
            while let entries = Self.next(state) {
                for entry in entries {
                    switch entry {
                    case .line(let bytes): write(bytes)
                    case .gap(let count): write(gap(count))
                    }
                    state.update { state in
                        state.bytes -= entry.count
                        state.unwritten -= 1
                        state.written += 1
                    }
                }
            }
        }
    }

    deinit { state.update { $0.isEnded = true } }

    /// Takes a line, which is written after those before it. Never waits.
    ///
    /// - Parameter mustStay: whether it may use the reserve.
    /// - Returns: false when it was left out: too much waits to be written.
    @discardableResult
    package func add(_ line: [UInt8], mustStay: Bool = false) -> Bool {
        state.update { state in
            guard state.bytes < limits.bytes + (mustStay ? limits.reserve : 0) else {
                if case .gap(let count)? = state.entries.last {
                    state.entries[state.entries.count - 1] = .gap(count + 1)
                } else {
                    state.entries.append(.gap(1))
                    state.unwritten += 1
                }
                return false
            }
            state.entries.append(.line(line))
            state.bytes += line.count
            state.unwritten += 1
            return true
        }
    }

    /// Waits until everything is written.
    ///
    /// - Parameters:
    ///   - timeout: it is given up when no line was written for so long.
    ///   - deadline: it is given up then in any case; nil for never.
    /// - Returns: whether everything is.
    @discardableResult
    package func flush(timeout: Duration, until deadline: ContinuousClock.Instant? = nil) -> Bool {
        var written = -1
        while true {
            let before = written
            let left = deadline.map { min(timeout, $0 - .now) } ?? timeout
            let step = state.wait(atMost: left) { state -> (isDone: Bool, written: Int)? in
                state.unwritten == 0 || state.written != before ? (state.unwritten == 0, state.written) : nil
            }
            guard let step else { return false }
            if step.isDone { return true }
            if let deadline, deadline <= .now { return false }
            written = step.written
        }
    }

    /// What there is to be written; nil at the end.
    private static func next(_ state: Monitor<State>) -> [Entry]? {
        let entries = state.wait { state -> [Entry]? in
            guard state.isEnded || !state.entries.isEmpty else { return nil }
            defer { state.entries = [] }
            return state.entries
        }
        return entries.isEmpty ? nil : entries
    }
}
