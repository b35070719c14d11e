import Commands
import Evaluation
import Frames
import ImageDecoding
import Imaging
import LiveScanning
import MRZParsing
import MRZScan
import OCRModels
import Recognition
import Scanning
import Threads
import V4L2Capture

/// Plays labelled pages as video before a scan, in the video's own time: a frame is taken when the one before it has
/// been dealt with, and what came in between is dropped, as a camera's frames are. The time that the scan needs is the
/// processor time that it takes here, so that other programs on this machine do not count.
struct LiveBench {
    let set: LabelledSet
    let reading: MRZReader.Configuration
    let jobs: Int
    /// How a camera delivers the frames; nil to scan their luma as it is.
    let packing: CameraPacking?

    /// Frames for which a page is shown at most.
    private static let shown = 165
    /// Frames after which another page takes its place, where one does.
    private static let shownBeforeSwap = 20...40
    /// Frames for which that one is shown at most.
    private static let shownAfterSwap = 75
    /// Frames a second.
    private static let rate = 30.0

    /// - Parameter swapping: whether each page is replaced by the next one in mid-stream.
    /// - Throws: `RecognitionError` when there is no model to read with.
    func verdicts(swapping: Bool) throws(RecognitionError) -> [LiveVerdict] {
        _ = try Recognizers.reader(reading.model)
        let labels = set.labels.filter { !swapping || !$0.documents.isEmpty }
        var progress = ProgressBar(swapping ? "Swapping" : "Playing", total: labels.count)
        var verdicts: [LiveVerdict] = []
        inParallel(labels.count, jobs: jobs) { number in
            verdict(of: labels[number], then: swapping ? labels[(number + 1) % labels.count] : nil, number: number)
        } each: { number, verdict in
            if let verdict { verdicts.append(verdict) }
            progress.show(number + 1)
        }
        return verdicts
    }

    private func verdict(of label: Label, then next: Label?, number: Int) -> LiveVerdict? {
        let cameras = [label, next].compactMap { $0 }.compactMap { camera(for: $0, seed: UInt64(number)) }
        guard cameras.count == (next == nil ? 1 : 2) else { return nil }
        let range = Self.shownBeforeSwap
        let swap = next == nil ? Self.shown : range.lowerBound + number % range.count
        let video = Video(cameras: cameras, swap: swap, end: next == nil ? Self.shown : swap + Self.shownAfterSwap)
        do {
            let play = VideoPlay(video, rate: Self.rate, packing: packing)
            let scan = LiveReader(reading, live: configuration, now: { play.now })
            return try play.verdict(of: scan, label: label, next: next)
        } catch {
            note("\(label.name): \(error)")
            return nil
        }
    }

    private var configuration: LiveScan.Configuration {
        var configuration = LiveScan.Configuration()
        configuration.timeout = nil
        return configuration
    }

    /// The page before a camera; nil when it can't be decoded. Its label's coordinates are those of all its pixels.
    private func camera(for label: Label, seed: UInt64) -> HandheldCamera? {
        do {
            let image = try EncodedImage(path: set.path(of: label.image), limits: .isolatingHEIF)
            let hasColor = packing.map { $0.format != .grey } ?? false
            let picture = try image.picture(page: label.page - 1, longSide: MRZReader.longSide, color: hasColor)
            let zone = label.documents.first?.quad.map { $0.scaled(by: 1 / picture.reduction) }
            return HandheldCamera(
                page: picture.gray, chroma: picture.color.map { ChromaPlanes($0) }, zone: zone, seed: seed)
        } catch {
            note("\(label.name): \(error)")
            return nil
        }
    }
}
