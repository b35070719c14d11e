public import Frames
public import MRZParsing
public import Recognition
public import Scanning

/// Reads documents from a moving source, on the calling thread: the one loop over frames that there is.
///
/// A scan belongs to one worker, as its recognisers do; `StopSignal` ends it from any thread. It can be run again.
public final class LiveScan {
    private let scanner: LiveScanner
    private let configuration: Configuration
    private let now: () -> Duration
    /// What frames come from now.
    private var feed: FrameFeed?
    /// What is said of frames that are looked at one by one.
    private var display: StatusDisplay
    /// Frames of feeds that have ended, and were not looked at.
    private var lost = (dropped: 0, damaged: 0)

    /// Whether more is wanted.
    public enum Flow: Sendable {
        case goOn
        case stop
    }

    /// How a scan came to its end.
    public enum Ending: Sendable {
        /// It was told to stop.
        case stopped
        /// The source has no more frames; with the best reading of a document that was not settled.
        case ended(LiveResult?)
        /// No document was settled in time; with the best reading of one that was seen.
        case timedOut(LiveResult?)
    }

    /// Why a scan could not go on.
    public enum Failure: Error, Sendable {
        case capture(CaptureError)
        case recognition(RecognitionError)
    }

    /// - Parameters:
    ///   - panel: used by this scan only; its reader should give alternatives.
    ///   - today: for the centuries of two-digit years; asked with every document, for a scan may go on for days.
    ///   - configuration: what is looked at how often, and when frames agree.
    ///   - now: a clock that only goes forward.
    public init(
        _ panel: RecognizerPanel, asOf today: @autoclosure @escaping () -> CalendarDay,
        configuration: Configuration = .init(),
        now: (() -> Duration)? = nil
    ) {
        let start = ContinuousClock.now
        self.now = now ?? { ContinuousClock.now - start }
        self.configuration = configuration
        display = StatusDisplay(hold: configuration.hold, heartbeat: configuration.heartbeat)
        scanner = LiveScanner(asOf: today, configuration) { day in
            BandReader(panel, asOf: day, configuration: configuration.scanning)
        }
    }

    /// What was done so far.
    public var statistics: LiveStatistics {
        var statistics = scanner.statistics
        (statistics.dropped, statistics.damaged) = lost
        return statistics
    }

    /// Opens the source and reads documents until it ends, time is up, or nothing more is wanted; then the source is
    /// stopped, whatever happened.
    ///
    /// - Parameters:
    ///   - source: what gives the frames.
    ///   - stop: raised when nothing more is wanted.
    ///   - handle: is told everything, on this thread, and says whether it wants more.
    /// - Throws: when the source can't be opened or fails, or the recogniser does.
    public func run(
        _ source: any FrameSource, stop: StopSignal = StopSignal(), _ handle: (LiveEvent) -> Flow
    ) throws(Failure) -> Ending {
        var turn = Turn(
            display: StatusDisplay(hold: configuration.hold, heartbeat: configuration.heartbeat), since: now())
        scanner.restart()
        var feed = try opened(source, stop)
        defer { endFeed() }
        // At the start, before the source has given anything.
        if beat(&turn, handle) == .stop { return .stopped }
        while !stop.isRaised {
            let arrival: FrameFeed.Arrival
            do throws(CaptureError) {
                arrival = try feed.next(within: timeout(turn))
            } catch {
                guard configuration.reconnects else { throw .capture(error) }
                if handle(.sourceLost(error)) == .stop { return .stopped }
                endFeed()
                guard let again = reopened(source, stop, &turn, handle) else { break }
                feed = again
                continue
            }
            switch arrival {
            case .frame(let frame):
                if try take(frame, &turn, handle) == .stop { return .stopped }
            case .end: return stop.isRaised ? .stopped : .ended(scanner.best)
            case .none: break
            }
            if beat(&turn, handle) == .stop { return .stopped }
            if isUp(turn) { return .timedOut(scanner.best) }
        }
        return stop.isRaised || !isUp(turn) ? .stopped : .timedOut(scanner.best)
    }

    /// Looks at one frame, for who has the frames and needs neither a source nor a clock. What is said of it is said as
    /// `run` would: better at once, worse only when it stays so.
    ///
    /// - Parameter frame: of the same source as the last one, and not older.
    /// - Throws: when there is nothing to read with, or the recogniser fails.
    public func look(at frame: Frame) throws(RecognitionError) -> LiveFinding {
        var outcome = try scanner.take(frame) { _ in }
        display.take(outcome.status, at: frame.time)
        outcome.status = display.shown
        return outcome
    }

    /// What changes while a scan runs.
    private struct Turn {
        var display: StatusDisplay
        /// Since when no document has been settled, by the clock.
        var since: Duration
    }

    private func take(
        _ frame: Frame, _ turn: inout Turn, _ handle: (LiveEvent) -> Flow
    ) throws(Failure) -> Flow {
        let outcome: LiveFinding
        var flow = Flow.goOn
        do {
            outcome = try scanner.take(frame) { status in
                // Reading takes its time: what is found already is said before.
                guard status.progress > turn.display.shown.progress else { return }
                turn.display.take(status, at: frame.time)
                flow = beat(&turn, handle)
            }
        } catch {
            throw .recognition(error)
        }
        if flow == .stop { return .stop }
        if outcome.documentLeft {
            turn.since = now()
            if handle(.documentLeft) == .stop { return .stop }
        }
        turn.display.take(outcome.status, at: frame.time)
        if handle(.frame(frame, outcome.status)) == .stop { return .stop }
        guard let result = outcome.result else { return .goOn }
        turn.since = now()
        if beat(&turn, handle) == .stop { return .stop }
        return handle(.settled(result))
    }

    private func beat(_ turn: inout Turn, _ handle: (LiveEvent) -> Flow) -> Flow {
        turn.display.due(at: now()).map { handle(.progress($0)) } ?? .goOn
    }

    private func isUp(_ turn: Turn) -> Bool {
        configuration.timeout.map { now() - turn.since >= $0 } ?? false
    }

    /// How long to wait for a frame.
    private func timeout(_ turn: Turn) -> Duration {
        let wait = turn.display.wait(at: now())
        return configuration.timeout.map { min(wait, max(.zero, $0 - (now() - turn.since))) } ?? wait
    }

    private func opened(_ source: any FrameSource, _ stop: StopSignal) throws(Failure) -> FrameFeed {
        do {
            let feed = try source.start()
            self.feed = feed
            stop.onRaise { feed.stop() }
            return feed
        } catch {
            throw .capture(error)
        }
    }

    private func endFeed() {
        guard let feed else { return }
        self.feed = nil
        feed.stop()
        lost.dropped += feed.dropped
        lost.damaged += feed.damaged
    }

    /// The source once it can be opened again; nil when nothing more is wanted or time is up.
    private func reopened(
        _ source: any FrameSource, _ stop: StopSignal, _ turn: inout Turn, _ handle: (LiveEvent) -> Flow
    ) -> FrameFeed? {
        // Nobody sees when it goes.
        let wasSettled = scanner.isSettled
        scanner.restart()
        if wasSettled, handle(.documentLeft) == .stop { return nil }
        turn.display.take(LiveStatus(progress: .noText, hint: .showDocument), at: .zero)
        while !isUp(turn) {
            var left = configuration.reconnectEvery
            repeat {
                if beat(&turn, handle) == .stop { return nil }
                let wait = min(left, max(turn.display.wait(at: now()), .milliseconds(1)))
                if stop.wait(atMost: wait) { return nil }
                left -= wait
            } while left > .zero
            do throws(Failure) {
                let feed = try opened(source, stop)
                return handle(.sourceBack) == .stop ? nil : feed
            } catch {
                continue
            }
        }
        return nil
    }
}
