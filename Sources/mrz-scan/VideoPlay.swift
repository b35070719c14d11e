import Evaluation
import Frames
import Imaging
import LiveScanning
import Scanning

/// One page before a camera, or two, one after the other.
struct Video {
    let cameras: [HandheldCamera]
    /// The frame from which on the second one is shown.
    let swap: Int
    let end: Int

    func image(frame: Int) -> GrayImage { shown(frame).camera.image(frame: shown(frame).frame) }

    func isReadable(frame: Int) -> Bool { shown(frame).camera.isReadable(frame: shown(frame).frame) }

    /// The second page is there at once, in its place and in focus.
    private func shown(_ frame: Int) -> (camera: HandheldCamera, frame: Int) {
        guard frame >= swap, cameras.count > 1 else { return (cameras[0], frame) }
        return (cameras[1], frame - swap + 30)
    }
}

/// A video on its way through a scan.
final class VideoPlay {
    private let video: Video
    private let interval: Duration
    private(set) var now = Duration.zero
    private var frame = 0
    private var taken = 0
    private var dropped = 0
    private var spent = Duration.zero
    private var readable: (since: Duration, taken: Int)?
    private var results: [LiveVerdict.Result] = []

    init(_ video: Video, rate: Double) {
        self.video = video
        interval = .seconds(1 / rate)
    }

    private struct Source: FrameSource {
        let feed: FrameFeed
        func start() throws(CaptureError) -> FrameFeed { feed }
    }

    func verdict(of scan: LiveScan, label: Label, next: Label?) throws(LiveScan.Failure) -> LiveVerdict {
        let feed = FrameFeed(.whole)
        offer(to: feed)
        _ = try scan.run(Source(feed: feed)) { event in
            switch event {
            case .frame: advance(scan.statistics, feed)
            case .settled(let result):
                // The clock stands where this frame was dealt with.
                results.append(
                    LiveVerdict.Result(
                        result.reading.mrz, isVerified: result.reading.isVerified,
                        latency: readable.map { done - $0.since }, frames: readable.map { taken - $0.taken } ?? 0))
                readable = nil
                return video.cameras.count == 1 ? .stop : .goOn
            default: break
            }
            return .goOn
        }
        let statistics = scan.statistics
        return LiveVerdict(
            label: label, next: next, results: results, frames: statistics.frames, dropped: dropped,
            idle: statistics.idle.cpu, idleFrames: statistics.frames - statistics.framesWithZone,
            busy: statistics.busy.cpu)
    }

    /// When the last frame was dealt with.
    private var done = Duration.zero

    private func advance(_ statistics: LiveStatistics, _ feed: FrameFeed) {
        let total = statistics.idle.cpu + statistics.busy.cpu
        // What was readable of the first page says nothing about the second.
        if frame >= video.swap, let since = readable?.since, since < interval * video.swap { readable = nil }
        let isAwaited = results.isEmpty || frame >= video.swap
        if readable == nil, isAwaited, video.isReadable(frame: frame) { readable = (now, taken) }
        taken += 1
        done = now + (total - spent)
        spent = total
        let newest = Int(done / interval)
        let following = max(frame + 1, newest)
        dropped += following - frame - 1
        frame = following
        offer(to: feed)
    }

    private func offer(to feed: FrameFeed) {
        guard frame < video.end else { return feed.finish() }
        now = interval * frame
        feed.offer(Frame(sequence: taken, time: now, image: video.image(frame: frame)))
    }
}
