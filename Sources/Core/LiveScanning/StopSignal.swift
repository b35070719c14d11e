import Threads

/// Ends a live scan from any thread.
public final class StopSignal: Sendable {
    private struct State: Sendable {
        var isRaised = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Monitor(State())

    public init() {}

    /// Whether somebody wants the scan to end.
    public var isRaised: Bool { state.update { $0.isRaised } }

    /// The scan ends soon, and its source with it. Raising it again does nothing.
    public func raise() {
        let action = state.update { state -> (@Sendable () -> Void)? in
            state.isRaised = true
            defer { state.action = nil }
            return state.action
        }
        action?()
    }

    /// What raising it does; done at once when it has been raised already.
    package func onRaise(_ action: @escaping @Sendable () -> Void) {
        let isRaised = state.update { state in
            if !state.isRaised { state.action = action }
            return state.isRaised
        }
        if isRaised { action() }
    }

    /// Waits; true when it was raised in that time.
    func wait(atMost timeout: Duration) -> Bool {
        state.wait(atMost: timeout) { $0.isRaised ? true : nil } ?? false
    }
}
