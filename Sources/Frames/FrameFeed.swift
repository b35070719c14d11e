import Threads

/// Hands frames from the thread that captures them to the one that scans them.
///
/// A *live* feed has one slot, and the newest frame wins: scanning never falls behind, and what it had no time for is
/// counted. A *whole* feed loses nothing: who offers a frame waits until the one before it was taken.
public final class FrameFeed: Sendable {
    /// What happens to a frame that nobody has taken when the next one comes.
    public enum Policy: Sendable {
        /// It is dropped.
        case live
        /// The next one waits.
        case whole
    }

    private struct State: Sendable {
        var slot: Frame?
        var end: Result<Void, CaptureError>?
        var dropped = 0
        var onStop: (@Sendable () -> Void)?
    }

    private let policy: Policy
    private let state: Monitor<State>

    public init(_ policy: Policy) {
        self.policy = policy
        state = Monitor(State())
    }

    /// Frames that were replaced before anyone took them.
    public var dropped: Int { state.update { $0.dropped } }

    /// What ends the source; called once, by `stop`, at once if it has been called already.
    public func onStop(_ action: @escaping @Sendable () -> Void) {
        let stopped = state.update { state in
            if state.end == nil { state.onStop = action }
            return state.end != nil
        }
        if stopped { action() }
    }

    /// For the source: the next frame.
    ///
    /// - Returns: false when no more are wanted.
    @discardableResult
    public func offer(_ frame: Frame) -> Bool {
        switch policy {
        case .live:
            state.update { state in
                if state.end != nil { return false }
                if state.slot != nil { state.dropped += 1 }
                state.slot = frame
                return true
            }
        case .whole:
            state.wait { state -> Bool? in
                if state.end != nil { return false }
                if state.slot != nil { return nil }
                state.slot = frame
                return true
            }
        }
    }

    /// For the source: there are no more frames. The last one can still be taken.
    public func finish() { end(.success(())) }

    /// For the source: there can be no more frames. The last one can still be taken, then the error is thrown.
    public func fail(_ error: CaptureError) { end(.failure(error)) }

    /// For the scanner: the next frame, waiting for it; nil after the last one.
    ///
    /// - Throws: the source's `CaptureError`, once.
    public func next() throws(CaptureError) -> Frame? {
        try taken(state.wait(Self.step))
    }

    /// What came of waiting with a limit.
    public enum Arrival: Sendable {
        case frame(Frame)
        case end
        /// No frame came in time; there may be more.
        case none
    }

    /// For the scanner: the next frame, waiting no longer than `patience`.
    ///
    /// - Throws: the source's `CaptureError`, once.
    public func next(within patience: Duration) throws(CaptureError) -> Arrival {
        guard let step = state.wait(atMost: patience, Self.step) else { return .none }
        guard let frame = try taken(step) else { return .end }
        return .frame(frame)
    }

    /// For the scanner: no more frames are wanted. Ends the source.
    public func stop() {
        let action = state.update { state in
            if state.end == nil { state.end = .success(()) }
            state.slot = nil
            defer { state.onStop = nil }
            return state.onStop
        }
        action?()
    }

    private enum Step: Sendable {
        case frame(Frame)
        case end(Result<Void, CaptureError>)
    }

    private static func step(_ state: inout State) -> Step? {
        if let frame = state.slot {
            state.slot = nil
            return .frame(frame)
        }
        guard let end = state.end else { return nil }
        // The error is said once; after it the feed has simply ended.
        state.end = .success(())
        return .end(end)
    }

    private func taken(_ step: Step) throws(CaptureError) -> Frame? {
        switch step {
        case .frame(let frame): return frame
        case .end(let end):
            try end.get()
            return nil
        }
    }

    private func end(_ result: Result<Void, CaptureError>) {
        state.update { state in
            if state.end == nil { state.end = result }
        }
    }
}
