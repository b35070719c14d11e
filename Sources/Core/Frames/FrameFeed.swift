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
        var slot: (@Sendable () -> Frame?)?
        var end: Result<Void, CaptureError>?
        var dropped = 0
        var damaged = 0
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

    /// Frames that were taken, turned out to be damaged and were passed over.
    public var damaged: Int { state.update { $0.damaged } }

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
    public func offer(_ frame: Frame) -> Bool { offer(developing: { frame }) }

    /// For the source: the next frame, to be decoded by who takes it. What nobody takes costs nothing.
    ///
    /// - Parameter develop: called at most once, on the thread that takes the frame; nil for a frame that turns out to
    ///   be damaged, which is then passed over and counted.
    /// - Returns: false when no more are wanted.
    @discardableResult
    public func offer(developing develop: @escaping @Sendable () -> Frame?) -> Bool {
        switch policy {
        case .live:
            state.update { state in
                if state.end != nil { return false }
                if state.slot != nil { state.dropped += 1 }
                state.slot = develop
                return true
            }
        case .whole:
            state.wait { state -> Bool? in
                if state.end != nil { return false }
                if state.slot != nil { return nil }
                state.slot = develop
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
        while true {
            switch state.wait(Self.step) {
            case .frame(let develop): if let frame = developed(develop) { return frame }
            case .end(let end):
                try end.get()
                return nil
            }
        }
    }

    /// What came of waiting with a limit.
    public enum Arrival: Sendable {
        case frame(Frame)
        case end
        /// No frame came in time; there may be more.
        case none
    }

    /// For the scanner: the next frame, waiting no longer than `timeout`.
    ///
    /// - Throws: the source's `CaptureError`, once.
    public func next(within timeout: Duration) throws(CaptureError) -> Arrival {
        let deadline = ContinuousClock.now + timeout
        while true {
            switch state.wait(atMost: ContinuousClock.now.duration(to: deadline), Self.step) {
            case nil: return .none
            case .frame(let develop): if let frame = developed(develop) { return .frame(frame) }
            case .end(let end):
                try end.get()
                return .end
            }
        }
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
        case frame(@Sendable () -> Frame?)
        case end(Result<Void, CaptureError>)
    }

    private static func step(_ state: inout State) -> Step? {
        if let develop = state.slot {
            state.slot = nil
            return .frame(develop)
        }
        guard let end = state.end else { return nil }
        // The error is said once; after it the feed has simply ended.
        state.end = .success(())
        return .end(end)
    }

    private func developed(_ develop: @Sendable () -> Frame?) -> Frame? {
        let frame = develop()
        if frame == nil { state.update { $0.damaged += 1 } }
        return frame
    }

    private func end(_ result: Result<Void, CaptureError>) {
        state.update { state in
            if state.end == nil { state.end = result }
        }
    }
}
