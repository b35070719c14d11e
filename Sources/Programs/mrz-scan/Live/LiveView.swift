import Bridge
import Frames
import Imaging
import JSON
import LiveScanning
import Reporting

/// What a page is told of a live scan's events.
struct LiveView {
    private let expectation: ScanExpectation
    private let document: (LiveResult) -> MRZReport
    private var update = ScanUpdate(progress: .noText, hint: .showDocument)
    private var rejected: (report: MRZReport, why: ScanRejection)?
    /// The document that was asked for, once it has been read.
    private(set) var answer: Answer?

    /// A document and the frame that shows it.
    struct Answer {
        let report: MRZReport
        let frame: Frame
    }

    /// - Parameter document: what a result of the scan says.
    init(_ expectation: ScanExpectation, document: @escaping (LiveResult) -> MRZReport) {
        self.expectation = expectation
        self.document = document
    }

    /// What there is to say after an event; nil when nothing.
    mutating func take(_ event: LiveEvent) -> ScanUpdate? {
        switch event {
        case .frame(let frame, let status):
            update.outline = status.zone?.fractions(ofWidth: frame.image.width, height: frame.image.height)
            return said
        case .progress(let status):
            update.progress = status.progress
            update.hint = status.hint
            return said
        case .settled(let result):
            let report = document(result)
            update.rejection = expectation.rejection(of: report)
            if let rejection = update.rejection {
                rejected = (report, rejection)
            } else {
                answer = Answer(report: report, frame: result.frame)
            }
            return update
        case .documentLeft:
            update.rejection = nil
            return nil
        case .sourceLost, .sourceBack: return nil
        }
    }

    /// Nil where that would be that all is done, before it is known whether the document is the one that is asked for.
    private var said: ScanUpdate? {
        update.hint == .done && update.rejection == nil && answer == nil ? nil : update
    }

    /// Why there is no answer.
    func failure(of ending: LiveScan.Ending) -> BridgeError {
        if case .stopped = ending { return BridgeError(.scanCancelled, "The scan was stopped.") }
        var last = rejected
        if last == nil, case .ended(let best?) = ending {
            let report = document(best)
            // What was never settled is not verified, whatever its last frame says.
            last = (report, expectation.rejection(of: report) ?? .notVerified)
        }
        guard let last else {
            return BridgeError(
                .scanFailed, "The pictures ended without a document.", details: ["reason": "noDocument"])
        }
        return BridgeError(.scanFailed, last.why.sentence, details: last.why.details(of: last.report))
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
