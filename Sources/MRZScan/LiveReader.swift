import AccessKeys
public import Frames
public import LiveScanning
import MRZParsing
public import Recognition
public import Reporting
import Scanning
import Threads

/// Reads documents before a camera, or in any other source of frames: what `mrz-scan --device` reads with.
///
///     for try await report in LiveReader.documents(from: V4L2Camera(path: "/dev/video0")) {
///         if case .read(let document) = report.outcome { print(document.mrz.lines, document.isVerified) }
///     }
///
/// A live reader is for one thread; a `StopSignal` ends its scan from any other.
public final class LiveReader {
    private let panel: RecognizerPanel
    private let scan: LiveScan
    private let givenDay: CalendarDay?
    private let givesAccessKeys: Bool

    /// The layouts that are read are those of `configuration`; what `live.formats` says does not count.
    ///
    /// - Parameters:
    ///   - configuration: as for pictures; where it has no date, each document is read as of the system's.
    ///   - live: what is looked at how often, when frames agree, and how long to wait.
    ///   - now: a clock that only goes forward; nil for the system's.
    public init(
        _ configuration: MRZReader.Configuration = .init(), live: LiveScan.Configuration = .init(),
        now: (() -> Duration)? = nil
    ) {
        let givenDay = configuration.today
        self.givenDay = givenDay
        givesAccessKeys = configuration.givesAccessKeys
        panel = Recognizers.lazyPanel(configuration.model)
        var live = live
        live.formats = configuration.formats
        scan = LiveScan(panel, asOf: givenDay ?? .today(), configuration: live, now: now)
    }

    /// What was done so far.
    public var statistics: LiveStatistics { scan.statistics }

    /// Loads the model now, before the camera is opened.
    ///
    /// - Throws: `RecognitionError` when there is nothing to read with.
    public func load() throws(RecognitionError) {
        try panel.loadReader()
    }

    /// Opens the source and reads documents until it ends, time is up, or nothing more is wanted; see `LiveScan.run`.
    ///
    /// - Parameters:
    ///   - source: what gives the frames.
    ///   - stop: raised when nothing more is wanted.
    ///   - handle: is told everything, on this thread, and says whether it wants more.
    /// - Throws: when the source can't be opened or fails, or the recogniser does.
    public func run(
        _ source: any FrameSource, stop: StopSignal = StopSignal(), _ handle: (LiveEvent) -> LiveScan.Flow
    ) throws(LiveScan.Failure) -> LiveScan.Ending {
        try scan.run(source, stop: stop, handle)
    }

    /// Looks at one frame, for who has the frames; see `LiveScan.look`.
    ///
    /// - Parameter frame: of the same source as the last one, and not older.
    /// - Throws: `RecognitionError` when there is nothing to read with, or the recogniser fails.
    public func look(at frame: Frame) throws(RecognitionError) -> LiveFinding { try scan.look(at: frame) }

    /// What a document that was settled says.
    public func document(of result: LiveResult) -> MRZReport {
        var document = MRZReport(result.reading, reduction: 1, asOf: givenDay ?? .today())
        if givesAccessKeys, let keys = document.verified.flatMap({ ChipAccessKeys($0) }) { document.add(keys) }
        return document
    }

    /// The report of a document, with the time from the first frame of it to the verdict.
    ///
    /// - Parameters:
    ///   - result: a document that was settled.
    ///   - source: what the report calls the source of frames.
    ///   - index: counts the documents from 0.
    public func report(of result: LiveResult, source: String = "", index: Int = 0) -> ScanReport {
        ScanReport(
            source: source, index: index, outcome: .read(document(of: result)),
            timing: StageTiming(
                decode: .zero, detect: result.timing.detect.wall, recognize: result.timing.recognize.wall,
                total: result.duration))
    }

    /// The documents that come before a source, one report each, until it ends or nobody listens any more; at the end
    /// the best reading of one that was not settled, if there is one. They are read on a thread of their own.
    ///
    /// - Parameters:
    ///   - source: what gives the frames.
    ///   - configuration: as for pictures.
    ///   - live: of which a limit of time ends the documents.
    /// - Returns: what throws `LiveScan.Failure` when the source can't be opened or fails, or the recogniser does.
    public static func documents(
        from source: any FrameSource, _ configuration: MRZReader.Configuration = .init(),
        live: LiveScan.Configuration = .init()
    ) -> AsyncThrowingStream<ScanReport, any Error> {
        AsyncThrowingStream { continuation in
            let stop = StopSignal()
            continuation.onTermination = { _ in stop.raise() }
            let isStarted = startedThread {
                let reader = LiveReader(configuration, live: live)
                var count = 0
                do throws(LiveScan.Failure) {
                    let ending = try reader.run(source, stop: stop) { event in
                        guard case .settled(let result) = event else { return .goOn }
                        continuation.yield(reader.report(of: result, index: count))
                        count += 1
                        return .goOn
                    }
                    switch ending {
                    case .stopped, .ended(nil), .timedOut(nil): break
                    case .ended(let best?), .timedOut(let best?):
                        continuation.yield(reader.report(of: best, index: count))
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            if !isStarted { continuation.finish(throwing: LiveScan.Failure.capture(.noThread)) }
        }
    }
}
