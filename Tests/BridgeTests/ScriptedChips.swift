import Bridge
import JSON
import Threads

/// A reader for chips that reads what it was given.
final class ScriptedChips: ChipProvider {
    let isSupported: Bool
    let requests = Monitor<[ChipRequest]>([])
    let cancelled = Monitor(0)
    private let answer: Result<JSONValue, BridgeError>

    private let face: ChipCapture.Face?

    init(_ answer: Result<JSONValue, BridgeError>, isSupported: Bool = true, face: ChipCapture.Face? = nil) {
        self.answer = answer
        self.face = face
        self.isSupported = isSupported
    }

    func read(
        _ request: ChipRequest, for session: SessionIdentity, update: @escaping @Sendable (ChipUpdate) -> Void
    ) async throws(BridgeError) -> ChipCapture {
        requests.update { $0.append(request) }
        update(.progress(state: 0, percent: 0, message: "Waiting."))
        update(.discovered)
        update(.progress(state: 7, percent: 100, message: "Done."))
        return ChipCapture(
            passport: try answer.get(), proof: ["status": "genuine"], document: nil, details: [],
            groups: ["DG1", "DG2"], face: face)
    }

    func cancel(for session: SessionIdentity) async { cancelled.update { $0 += 1 } }
}
