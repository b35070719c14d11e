import Evaluation
import Frames
import ImageDecoding
import Imaging
import LiveScanning
import MRZScan
import Scanning
import Threads
import V4L2Capture

/// One page before a camera, or two, one after the other.
struct Video {
    let cameras: [HandheldCamera]
    /// The frame from which on the second one is shown.
    let swap: Int
    let end: Int

    func image(frame: Int) -> GrayImage { shown(frame).camera.image(frame: shown(frame).frame) }

    func chroma(frame: Int) -> ChromaPlanes { shown(frame).camera.chroma(frame: shown(frame).frame) }

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
    private let packing: CameraPacking?
    private(set) var now = Duration.zero
    private var frame = 0
    private var taken = 0
    private var dropped = 0
    /// Processor time of all frames so far.
    private var spent = Duration.zero
    /// The part of that time for getting the luma out of frames: of those without a zone, of the others, and of the one
    /// that is looked at now.
    private var unpacking = (idle: Duration.zero, busy: Duration.zero)
    private let unpackingNow = Monitor(Duration.zero)
    private var framesWithZone = 0
    private var readable: (since: Duration, taken: Int)?
    private var results: [LiveVerdict.Result] = []

    /// - Parameter packing: how a camera would deliver the frames; nil to have their luma as it is.
    init(_ video: Video, rate: Double, packing: CameraPacking?) {
        self.video = video
        self.packing = packing
        interval = .seconds(1 / rate)
    }

    private struct Source: FrameSource {
        let feed: FrameFeed
        func start() throws(CaptureError) -> FrameFeed { feed }
    }

    func verdict(of scan: LiveReader, label: Label, next: Label?) throws(LiveScan.Failure) -> LiveVerdict {
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
            idle: statistics.idle.cpu + unpacking.idle, idleFrames: statistics.frames - statistics.framesWithZone,
            busy: statistics.busy.cpu + unpacking.busy,
            unpacking: packing.map { _ in unpacking.idle + unpacking.busy })
    }

    /// When the last frame was dealt with.
    private var done = Duration.zero

    private func advance(_ statistics: LiveStatistics, _ feed: FrameFeed) {
        let unpacked = unpackingNow.update { $0 }
        if statistics.framesWithZone > framesWithZone { unpacking.busy += unpacked } else { unpacking.idle += unpacked }
        framesWithZone = statistics.framesWithZone
        let total = statistics.idle.cpu + statistics.busy.cpu + unpacking.idle + unpacking.busy
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
        let image = video.image(frame: frame)
        guard let packing else {
            feed.offer(Frame(sequence: taken, time: now, image: image))
            return
        }
        offer(packing.bytes(of: image, video.chroma(frame: frame)), of: image, packing.format, to: feed)
    }

    /// The frame goes the way of a camera's; what that takes counts, packing it does not.
    private func offer(_ bytes: [UInt8]?, of image: GrayImage, _ format: PixelFormat, to feed: FrameFeed) {
        let layout = FrameLayout(
            format: format, size: PixelSize(width: image.width, height: image.height), bytesPerLine: 0)
        let (number, time, unpackingNow) = (taken, now, unpackingNow)
        feed.offer(developing: {
            let started = ProcessingTime.Start.now
            let captured = bytes?.withUnsafeBytes { Captured($0, layout, number: number, time: time) }
            let frame = captured?.frame(decodingJPEG: .byFileDecoder)
            unpackingNow.update { $0 = started.elapsed.cpu }
            // Nothing comes after a frame that is passed over: who waits for it is to wait no longer.
            if frame == nil { feed.fail(CaptureError(.io, "A frame was damaged while it was packed.")) }
            return frame
        })
    }
}
