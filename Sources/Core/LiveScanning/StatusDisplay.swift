/// What the person is told: better at once, worse only when it stays so, so that nothing flickers.
package struct StatusDisplay {
    /// How long something must be over before it is no longer said.
    private let hold: Duration
    /// How often it is said again although nothing has changed.
    private let heartbeat: Duration
    package private(set) var shown = LiveStatus(progress: .noText, hint: .showDocument)
    private var confirmed: Duration?
    private var said: (status: LiveStatus, at: Duration)?

    package init(hold: Duration, heartbeat: Duration) {
        self.hold = hold
        self.heartbeat = heartbeat
    }

    /// Takes what one frame shows.
    ///
    /// - Parameter time: of the frame.
    package mutating func take(_ status: LiveStatus, at time: Duration) {
        let isBetter = status.progress > shown.progress || status.hint == .done
        if isBetter || status.isShown(like: shown) || time - (confirmed ?? time - hold) >= hold
            || time < confirmed ?? time
        {
            shown = status
            confirmed = time
        } else {
            shown = LiveStatus(progress: shown.progress, hint: shown.hint, zone: status.zone)
        }
    }

    /// What is to be said now: a change, or the heartbeat; nil when nothing is.
    ///
    /// - Parameter now: by the clock.
    package mutating func due(at now: Duration) -> LiveStatus? {
        if let said, said.status.isShown(like: shown), now - said.at < heartbeat { return nil }
        said = (shown, now)
        return shown
    }

    /// When the next heartbeat is due.
    package func wait(at now: Duration) -> Duration {
        guard let said else { return .zero }
        return max(.zero, heartbeat - (now - said.at))
    }
}
