import Bridge
import Commands
import Threads

/// The connections of a page that was launched, until one of them says how it ended.
final class LaunchedSessions: Sendable {
    /// How long all that is called off may take to be answered.
    private static let timeout = Duration.seconds(2)

    /// Why the launch has come to its end.
    enum End: Sendable {
        case outcome(HostOutcome)
        /// Ctrl-C, or told to stop.
        case signal
    }

    private struct State: Sendable {
        var watch = OutcomeWatch()
        var end: End?
        /// Those that are connected.
        var sessions: [Int: BridgeSession] = [:]
        /// Connections that there have been.
        var next = 0
    }

    private let log: EventLog
    private let console: Bool
    private let state = Monitor(State())

    init(_ log: EventLog, console: Bool) {
        self.log = log
        self.console = console
    }

    /// One connection more.
    ///
    /// - Parameter make: makes the session of a page whose events go to the given closure.
    func open(_ make: (@escaping @Sendable (HostEvent) -> Void) -> BridgeSession) -> BridgeSession {
        let tell = log.page()
        let number = state.update { state in
            state.next += 1
            return state.next
        }
        let session = make { [self, console] event in
            if console, case .console(let line) = event { note("console: \(line.text)") }
            tell(event)
            handle(event, isTold: true)
            if case .disconnected = event { state.update { $0.sessions[number] = nil } }
        }
        state.update { $0.sessions[number] = session }
        return session
    }

    /// - Parameter isTold: whether it has been written already.
    func handle(_ event: HostEvent, isTold: Bool = false) {
        if !isTold { log.write(event.members) }
        state.update { state in
            state.watch.hear(event)
            if state.end == nil, let outcome = state.watch.outcome { state.end = .outcome(outcome) }
        }
    }

    /// How long a page at an address may take until its host is connected.
    private static let navigationTime = Duration.seconds(20)

    /// Waits until the page has come, and says so where it has not: what a browser shows in its place connects to nobody.
    func watchNavigation() {
        let hasCome = state.wait(atMost: Self.navigationTime) { $0.next > 0 || $0.end != nil ? true : nil }
        if hasCome == nil { handle(.navigationFailed) }
    }

    /// Nobody looks at the page any more.
    func browserLeft() { state.update { if $0.end == nil { $0.end = .outcome(.cancelled) } } }

    /// The person at the terminal calls it off: pages are told.
    func interrupt() { state.update { if $0.end == nil { $0.end = .signal } } }

    /// Waits for the end, and then until what is going on is answered.
    func end() -> End {
        let (end, sessions) = state.wait { state in state.end.map { ($0, state.sessions.values) } }
        for session in sessions {
            if case .signal = end { session.cancelJourney() } else { session.cancel() }
        }
        let deadline = ContinuousClock.now + Self.timeout
        for session in sessions { session.wait(untilPendingBelow: 1, atMost: max(.zero, deadline - .now)) }
        return end
    }
}
