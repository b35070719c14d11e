import Bridge
import Commands
import ImageDecoding
import Isolation
import JSON
import MRZScan
import Recognition

/// What looks at the frames of one visitor. It belongs to one thread.
protocol VisitorReader: AnyObject {
    /// What came of a frame, which is no longer held when this returns.
    ///
    /// - Throws: `RecognitionError` when the scan can't go on.
    func answer(to jpeg: [UInt8]) throws(RecognitionError) -> VisitorMessage
}

extension VisitorScan: VisitorReader {}

/// Looks in a confined process of the visitor's own, which ends with the scan.
final class VisitorProcess: VisitorReader {
    /// What a page says it wants has two short texts.
    static let maxWantedBytes = 4 << 10
    /// A frame takes some hundredths of a second.
    private static let frameTime = Duration.seconds(5)

    private let process: WorkerProcess

    /// Starts it and waits until it is ready.
    ///
    /// - Parameter wanted: as `ScanExpectation(wanted:)` understands it.
    /// - Throws: `RecognitionError` when none can be had, or it has nothing to read with.
    init(_ settings: WorkerSettings, wanted: [UInt8]) throws(RecognitionError) {
        do throws(WorkerFailure) {
            process = try WorkerProcess(settings.visitorArguments, settings, time: Self.frameTime)
            try process.ask([wanted])
        } catch {
            throw Self.broken(error)
        }
    }

    func answer(to jpeg: [UInt8]) throws(RecognitionError) -> VisitorMessage {
        let bytes: [UInt8]
        do throws(WorkerFailure) {
            try process.ask([jpeg])
            bytes = try process.answer(maxBytes: VisitorMessage.maxBytes)
        } catch {
            throw Self.broken(error)
        }
        switch VisitorMessage(bytes) {
        case .failed(let error)?: throw error
        case nil: throw RecognitionError(.engineFailed, "The worker said what is no answer.")
        case let answer?: return answer
        }
    }

    private static func broken(_ failure: WorkerFailure) -> RecognitionError {
        guard case .ended = failure else { return RecognitionError(failure) }
        return RecognitionError(.engineFailed, "The worker of this scan ended: \(failure.code).")
    }
}
