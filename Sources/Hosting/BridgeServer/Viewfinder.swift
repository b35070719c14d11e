import Threads

/// What the camera sees while a scan runs, handed to all who watch. Nothing is kept for who is slow.
public final class Viewfinder: Sendable {
    /// What a viewer is told.
    package enum Event: Sendable {
        /// A frame as JPEG.
        case frame([UInt8])
        /// The scan is over.
        case end
    }

    private struct State {
        var viewers: [Int: @Sendable (Event) -> Void] = [:]
        var next = 0
    }

    private let state = Monitor(State())

    public init() {}

    /// Whether anybody watches: only then are frames worth compressing.
    public var isWatched: Bool { state.update { !$0.viewers.isEmpty } }

    /// Shows a frame, as JPEG.
    public func show(_ jpeg: [UInt8]) { send(.frame(jpeg)) }

    /// The scan is over: viewers keep the last frame.
    public func finish() { send(.end) }

    /// Tells `viewer` from now on; it must not block.
    ///
    /// - Returns: what `leave` takes.
    package func join(_ viewer: @escaping @Sendable (Event) -> Void) -> Int {
        state.update { state in
            state.next += 1
            state.viewers[state.next] = viewer
            return state.next
        }
    }

    package func leave(_ number: Int) { _ = state.update { $0.viewers.removeValue(forKey: number) } }

    private func send(_ event: Event) {
        for viewer in state.update({ Array($0.viewers.values) }) { viewer(event) }
    }
}
