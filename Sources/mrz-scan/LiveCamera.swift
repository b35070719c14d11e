import Bridge
import BridgeServer
import Frames
import Imaging
import LiveScanning
import MRZParsing
import OCRModels
import Recognition
import Reporting
import Synchronization
import Threads

/// The bridge's camera: a live scan over a source of frames, which the viewfinder shows meanwhile.
final class LiveCamera: CameraProvider {
    private let source: any FrameSource
    private let model: OCRModel
    private let reference: CalendarDay
    private let viewfinder: Viewfinder?
    private let currentAccess: @Sendable () -> CameraAccess

    /// - Parameters:
    ///   - viewfinder: nil when nobody can watch.
    ///   - access: whether the source can be opened now.
    init(
        _ source: any FrameSource, model: OCRModel, asOf reference: CalendarDay, viewfinder: Viewfinder?,
        access: @escaping @Sendable () -> CameraAccess
    ) {
        self.source = source
        self.model = model
        self.reference = reference
        self.viewfinder = viewfinder
        currentAccess = access
    }

    var access: CameraAccess { currentAccess() }

    func scan(
        _ expectation: ScanExpectation, progress: @escaping @Sendable (ScanUpdate) -> Void
    ) async throws(BridgeError) -> MRZReport {
        let stop = StopSignal()
        // Reading blocks, so it has a thread of its own.
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                startThread { [self] in
                    continuation.resume(returning: result(of: expectation, stop: stop, progress))
                }
            }
        } onCancel: {
            stop.raise()
        }.get()
    }

    private func result(
        of expectation: ScanExpectation, stop: StopSignal, _ progress: (ScanUpdate) -> Void
    ) -> Result<MRZReport, BridgeError> {
        let screen = viewfinder.map { ViewfinderScreen($0) }
        defer { screen?.finish() }
        var configuration = LiveScan.Configuration()
        // The desk has the limit of time.
        configuration.timeout = nil
        let scan = LiveScan(
            recognizer: LazyRecognizer(model: model, alternatives: true),
            witness: LazyRecognizer(model: .witness, alternatives: false), asOf: reference,
            configuration: configuration)
        var view = LiveView(expectation, asOf: reference)
        do throws(LiveScan.Failure) {
            let ending = try scan.run(source, stop: stop) { event in
                if case .frame(let frame, _) = event { screen?.show(frame) }
                if let update = view.take(event) { progress(update) }
                return view.answer == nil ? .goOn : .stop
            }
            if let answer = view.answer { return .success(answer) }
            return .failure(view.failure(of: ending))
        } catch {
            return .failure(BridgeError(error))
        }
    }
}

/// What the page is told of a live scan's events.
struct LiveView {
    private let expectation: ScanExpectation
    private let reference: CalendarDay
    private var update = ScanUpdate(progress: .noText, hint: .showDocument)
    private var unverified: MRZReport?
    /// The verified document that was asked for, once it has been read.
    private(set) var answer: MRZReport?

    init(_ expectation: ScanExpectation, asOf reference: CalendarDay) {
        self.expectation = expectation
        self.reference = reference
    }

    /// What there is to say after an event; nil when nothing.
    mutating func take(_ event: LiveEvent) -> ScanUpdate? {
        switch event {
        case .frame(let frame, let status):
            update.outline = status.zone?.fractions(ofWidth: frame.image.width, height: frame.image.height)
            return update
        case .progress(let status):
            update.progress = status.progress
            update.hint = status.hint
            return update
        case .settled(let result):
            let report = MRZReport(result.reading, reduction: 1, asOf: reference)
            guard report.isVerified else {
                unverified = report
                return nil
            }
            update.mismatch = expectation.mismatch(of: report.mrz)
            if update.mismatch == nil { answer = report }
            return update
        case .documentLeft:
            update.mismatch = nil
            return nil
        case .sourceLost, .sourceBack: return nil
        }
    }

    /// Why there is no answer.
    func failure(of ending: LiveScan.Ending) -> BridgeError {
        if case .stopped = ending { return BridgeError(.scanCancelled, "The scan was stopped.") }
        var report = unverified
        if case .ended(let best?) = ending { report = MRZReport(best.reading, reduction: 1, asOf: reference) }
        if let mismatch = update.mismatch {
            return BridgeError(.scanFailed, mismatch.sentence, details: ["reason": .string(mismatch.code)])
        }
        guard let report else {
            return BridgeError(.scanFailed, "The pictures ended without a document.", details: ["reason": "notFound"])
        }
        return BridgeError(.scanFailed, "The document could not be verified.", details: report.reasonCodes)
    }
}

extension Quad {
    /// The corners in fractions of a picture's width and height, each within 0...1.
    fileprivate func fractions(ofWidth width: Int, height: Int) -> Quad {
        func fraction(_ point: Point) -> Point {
            Point(
                x: min(max((point.x + 0.5) / Double(max(1, width)), 0), 1),
                y: min(max((point.y + 0.5) / Double(max(1, height)), 0), 1))
        }
        return Quad(
            topLeft: fraction(topLeft), topRight: fraction(topRight), bottomRight: fraction(bottomRight),
            bottomLeft: fraction(bottomLeft))
    }
}

extension BridgeError {
    /// A live scan's failure in the words of the bridge.
    init(_ failure: LiveScan.Failure) {
        switch failure {
        case .recognition(let error): self.init(.scanFailed, error.message)
        case .capture(let error):
            let code: Code =
                switch error.code {
                case .permissionDenied: .cameraPermissionDenied
                case .lost, .io: .cameraError
                default: .cameraInitFailed
                }
            self.init(code, error.message, details: ["reason": .string(error.code.rawValue)])
        }
    }
}
