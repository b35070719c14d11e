import Bridge
import Commands
import Glibc
import ImageDecoding
import JSON
import MRZParsing
import OCRModels
import Threads

/// `--format bridge`: a live scan as a page would see it that has asked for `camera.scanMRZ`. Standard output has the
/// messages of docs/bridge.md: `scanProgress` events, then the response.
struct BridgeRun {
    let source: FrameSourceArgument
    let model: OCRModel
    let today: CalendarDay
    let accessKeys: Bool
    let results: ResultShape
    let limit: Duration

    private struct State: Sendable {
        var status = ExitStatus.internalFailure
        var failure: OutputError?
        var isStopped = false
    }

    /// - Throws: `OutputError` when the messages can't be written.
    func run(on output: StandardOutput) throws -> ExitStatus {
        guard let frames = source.source else { return .usage }
        let (source, today) = (source, today)
        let camera = LiveCamera(
            frames, model: model, asOf: { today }, accessKeys: accessKeys, access: { source.access })
        let state = Monitor(State())
        let line = Monitor<BridgeSession?>(nil)
        let session = BridgeSession(
            registry: ProviderRegistry(camera: CameraCoordinator(camera, limit: limit)), results: results
        ) { message in
            do throws(OutputError) {
                try output.write(message + [0x0A])
                if let status = Self.status(of: message) { state.update { $0.status = status } }
            } catch {
                // Nobody hears the answer any more: the scan is in vain.
                state.update { $0.failure = error }
                line.update { $0 }?.cancel()
            }
        }
        line.update { $0 = session }
        Interruption.watch(output) {
            state.update { $0.isStopped = true }
            session.cancel()
        }
        session.receive(Array(#"{"id":"scan","domain":"camera","method":"scanMRZ"}"#.utf8))
        session.wait(untilPendingBelow: 1)
        session.close()
        line.update { $0 = nil }
        let end = state.update { $0 }
        if let failure = end.failure { throw failure }
        return end.isStopped ? .interrupted : end.status
    }

    /// What the response amounts to; nil for any other message.
    private static func status(of message: [UInt8]) -> ExitStatus? {
        guard case .object(let members)? = JSONValue(reading: message) else { return nil }
        let answer = BridgeParameters(members)
        guard answer.string("type") == "response" else { return nil }
        if answer.bool("success") == true { return .verified }
        guard case .object(let error)? = answer["error"] else { return .notVerified }
        let cameras: [BridgeError.Code] = [.cameraPermissionDenied, .cameraInitFailed, .cameraError]
        let isCamera = cameras.contains { $0.rawValue == BridgeParameters(error).string("code") }
        return isCamera ? .deviceUnavailable : .notVerified
    }
}
