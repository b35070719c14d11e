import Bridge
import Frames
import Imaging
import JSON
import LiveScanning
import MRZParsing
import MRZScan
import OCRModels
import PreviewEncoding
import Recognition
import Threads

/// Shows people what the camera sees while a scan runs.
protocol ScanScreen {
    func show(_ frame: Frame)
    /// The scan is over.
    func finish()
}

/// The bridge's camera: a live scan over a source of frames.
final class LiveCamera: CameraProvider {
    private let source: any FrameSource
    private let model: OCRModel
    private let today: @Sendable () -> CalendarDay
    private let accessKeys: Bool
    private let screen: @Sendable () -> (any ScanScreen)?
    private let currentAccess: @Sendable () -> CameraAccess

    /// - Parameters:
    ///   - today: asked with every scan, for a bridge lives long.
    ///   - accessKeys: whether results have the keys to the chip.
    ///   - screen: makes one for a scan; nil when nobody watches.
    ///   - access: whether the source can be opened now.
    init(
        _ source: any FrameSource, model: OCRModel, asOf today: @escaping @Sendable () -> CalendarDay,
        accessKeys: Bool = false, screen: @escaping @Sendable () -> (any ScanScreen)? = { nil },
        access: @escaping @Sendable () -> CameraAccess
    ) {
        self.source = source
        self.model = model
        self.today = today
        self.accessKeys = accessKeys
        self.screen = screen
        currentAccess = access
    }

    var access: CameraAccess { currentAccess() }

    func scan(
        _ expectation: ScanExpectation, progress: @escaping @Sendable (ScanUpdate) -> Void
    ) async throws(BridgeError) -> ScanCapture {
        let stop = StopSignal()
        // Reading blocks, so it has a thread of its own.
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isStarted = startedThread { [self] in
                    continuation.resume(returning: result(of: expectation, stop: stop, progress))
                }
                if !isStarted { continuation.resume(returning: .failure(.noThread)) }
            }
        } onCancel: {
            stop.raise()
        }.get()
    }

    private func result(
        of expectation: ScanExpectation, stop: StopSignal, _ progress: (ScanUpdate) -> Void
    ) -> Result<ScanCapture, BridgeError> {
        let screen = screen()
        defer { screen?.finish() }
        let day = today()
        var configuration = LiveScan.Configuration()
        // CameraCoordinator has the limit of time.
        configuration.timeout = nil
        var reading = MRZReader.Configuration()
        reading.model = model
        reading.today = day
        reading.givesAccessKeys = accessKeys
        let scan = LiveReader(reading, live: configuration)
        var view = LiveView(expectation) { scan.document(of: $0) }
        do throws(LiveScan.Failure) {
            let ending = try scan.run(source, stop: stop) { event in
                if case .frame(let frame, _) = event { screen?.show(frame) }
                if let update = view.take(event) { progress(update) }
                return view.answer == nil ? .goOn : .stop
            }
            guard let answer = view.answer else { return .failure(view.failure(of: ending)) }
            return .success(capture(of: answer, wantsPicture: expectation.wantsPicture))
        } catch {
            return .failure(BridgeError(error))
        }
    }

    private func capture(of answer: LiveView.Answer, wantsPicture: Bool) -> ScanCapture {
        guard wantsPicture else { return ScanCapture(report: answer.report) }
        return ScanCapture(
            report: answer.report, jpeg: answer.frame.jpeg ?? Picture(gray: answer.frame.image).jpeg(quality: 90))
    }
}
