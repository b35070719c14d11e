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

    private let process: IsolatedProcess

    /// Starts it and waits until it is ready.
    ///
    /// - Parameter wanted: as `ScanExpectation(wanted:)` understands it.
    /// - Throws: `RecognitionError` when none can be had, or it has nothing to read with.
    init(_ settings: WorkerSettings, wanted: [UInt8]) throws(RecognitionError) {
        do throws(SandboxError) {
            process = try IsolatedProcess(DecodingLimits.ownProgram, settings.lookArguments)
        } catch {
            throw RecognitionError(.engineFailed, "No worker could be started: \(String(describing: error))")
        }
        let deadline = ContinuousClock.now + .seconds(60)
        guard case .bytes(let bytes) = process.channel.receive(maxBytes: WorkerMessage.maxBytes, until: deadline) else {
            throw RecognitionError(.engineFailed, "The worker did not get ready.")
        }
        switch VisitorMessage(bytes) {
        case .ready(let sandbox)?: settings.say(sandbox.shortcoming)
        case .failed(let error)?: throw error
        default: throw RecognitionError(.engineFailed, "The worker did not get ready.")
        }
        guard process.channel.send(wanted) else { throw Self.broken(process) }
    }

    func answer(to jpeg: [UInt8]) throws(RecognitionError) -> VisitorMessage {
        process.limitProcessorTime(Self.frameTime)
        let deadline = ContinuousClock.now + Self.frameTime * WorkerSettings.wallTimes
        guard process.channel.send(jpeg),
            case .bytes(let bytes) = process.receive(
                maxBytes: WorkerMessage.maxBytes, until: deadline, stillness: WorkerSettings.stillness)
        else { throw Self.broken(process) }
        switch VisitorMessage(bytes) {
        case .failed(let error)?: throw error
        case nil, .ready?: throw RecognitionError(.engineFailed, "The worker said what is no answer.")
        case let answer?: return answer
        }
    }

    private static func broken(_ process: IsolatedProcess) -> RecognitionError {
        let failure = WorkerFailure(process.end())
        return RecognitionError(.engineFailed, "The worker of this scan ended: \(failure.rawValue).")
    }
}
