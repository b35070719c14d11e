import BridgeServer
import Frames
import Imaging
import PreviewEncoding
import Threads

/// Shows the frames of one scan in the viewfinder: the newest, as fast as they can be compressed and no faster than a
/// person sees, on a thread of its own.
final class ViewfinderScreen: ScanScreen, Sendable {
    private static let interval = Duration.milliseconds(66)
    private static let longSide = 960
    private static let quality = 72

    private struct State: Sendable {
        var newest: Frame?
        var isOver = false
    }

    private let viewfinder: Viewfinder
    private let state = Monitor(State())

    init(_ viewfinder: Viewfinder) {
        self.viewfinder = viewfinder
        // Without a thread there is no picture to be seen, and the scan goes on.
        if !startedThread({ [viewfinder, state] in Self.run(viewfinder, state) }) { viewfinder.finish() }
    }

    func show(_ frame: Frame) {
        // The last frame is to be there even for who came late.
        state.update { $0.newest = frame }
    }

    /// The last frame is shown, and no other.
    func finish() { state.update { $0.isOver = true } }

    private static func run(_ viewfinder: Viewfinder, _ state: Monitor<State>) {
        while true {
            let (frame, isOver) = state.wait { state -> (Frame?, Bool)? in
                guard state.newest != nil || state.isOver else { return nil }
                defer { state.newest = nil }
                return (state.newest, state.isOver)
            }
            if let frame, viewfinder.isWatched, let jpeg = jpeg(of: frame) { viewfinder.show(jpeg) }
            if isOver { return viewfinder.finish() }
            _ = state.wait(atMost: interval) { $0.isOver ? true : nil }
        }
    }

    /// The frame as the camera compressed it, where it did.
    private static func jpeg(of frame: Frame) -> [UInt8]? {
        frame.jpeg ?? Picture(gray: frame.image).shrunk(toLongSide: longSide).jpeg(quality: quality)
    }
}
