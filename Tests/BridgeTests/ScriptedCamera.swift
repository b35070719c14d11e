import Bridge
import LiveScanning
import Testing
import Threads

/// A camera that does what a test tells it, when it is told.
final class ScriptedCamera: CameraProvider {
    private struct State {
        var access = CameraAccess.granted
        var scans = 0
        var progress: (@Sendable (ScanUpdate) -> Void)?
        var end: CheckedContinuation<Result<ScanCapture, BridgeError>, Never>?
        var early: Result<ScanCapture, BridgeError>?
        var waiting: [CheckedContinuation<Void, Never>] = []
        var expectation: ScanExpectation?
    }

    private let state = Monitor(State())

    /// - Parameter answer: what a scan ends with at once; nil for one that goes on until it is told.
    init(answer: Result<ScanCapture, BridgeError>? = nil, access: CameraAccess = .granted) {
        state.update {
            $0.early = answer
            $0.access = access
        }
    }

    var access: CameraAccess { state.update { $0.access } }
    /// Scans begun.
    var scans: Int { state.update { $0.scans } }
    var expectation: ScanExpectation? { state.update { $0.expectation } }

    func scan(
        _ expectation: ScanExpectation, progress: @escaping @Sendable (ScanUpdate) -> Void
    ) async throws(BridgeError) -> ScanCapture {
        let result: Result<ScanCapture, BridgeError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = state.update { state in
                    state.scans += 1
                    state.progress = progress
                    state.expectation = expectation
                    if let early = state.early {
                        continuation.resume(returning: early)
                    } else if Task.isCancelled {
                        continuation.resume(returning: .failure(Self.cancelled))
                    } else {
                        state.end = continuation
                    }
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for continuation in waiting { continuation.resume() }
            }
        } onCancel: {
            end(.failure(Self.cancelled))
        }
        return try result.get()
    }

    private static let cancelled = BridgeError(.scanCancelled, "cancelled")

    /// Waits until a scan has begun.
    func begun(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.update { state in
                if state.scans < count { state.waiting.append(continuation) }
                return state.scans >= count
            }
            if isThere { continuation.resume() }
        }
    }

    func show(_ progress: ScanProgress, _ hint: ScanHint, rejection: ScanRejection? = nil) {
        let tell = state.update { $0.progress }
        tell?(ScanUpdate(progress: progress, hint: hint, rejection: rejection))
    }

    func end(_ result: Result<ScanCapture, BridgeError>) {
        let continuation = state.update { state in
            defer { state.end = nil }
            return state.end
        }
        continuation?.resume(returning: result)
    }
}
