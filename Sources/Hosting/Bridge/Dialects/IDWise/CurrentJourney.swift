import JSON
import Threads

/// The journey that a session goes through, and the step of it that is being taken.
///
/// Calls of a page run side by side: each method is one change, which no other comes between.
final class CurrentJourney: Sendable {
    private let state = Monitor(State())
    /// Held while something of a step is told: no other journey begins within.
    private let turnLock = Monitor(())

    private struct State {
        var journey: Journey?
        /// Counts the journeys that were begun or resumed: what belongs to an earlier one is not told any more.
        var turn = 0
        /// The step that is being taken.
        var running: TakenStep?
        /// Steps that were begun.
        var steps = 0
        /// Steps whose end is not told yet, and who waits for that.
        var untold: [TakenStep] = []
        var waiting: [(turn: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// Journeys that are being completed.
        var finishing: Set<String> = []
        /// The session is over.
        var isEnded = false
    }

    /// A step that is being taken.
    struct TakenStep: Sendable, Equatable {
        let id: JSONValue
        let journey: String
        fileprivate let number: Int
        fileprivate let turn: Int
    }

    /// What another journey takes the place of.
    struct Replaced: Sendable {
        let journey: Journey?
        /// Whether a step of it was being taken.
        let wasTaking: Bool
        /// The session is over: nobody goes through the new one either.
        let isEnded: Bool
    }

    /// The running journey.
    var journey: Journey? { state.update { $0.journey } }

    /// The running journey, if it is the one of that id.
    func journey(_ id: String) -> Journey? {
        state.update { $0.journey?.id == id ? $0.journey : nil }
    }

    /// The step that is being taken of a journey.
    func step(of journey: Journey) -> JSONValue? {
        state.update { $0.journey?.id == journey.id ? $0.running?.id : nil }
    }

    /// Makes a journey the running one, from here on. A step of the one before is not told of any more.
    func replace(with journey: Journey) -> Replaced {
        turnLock.update { _ in
            state.update { state in
                let replaced = Replaced(
                    journey: state.journey, wasTaking: state.running != nil, isEnded: state.isEnded)
                state.turn += 1
                state.running = nil
                state.journey = journey
                return replaced
            }
        }
    }

    /// No journey runs from here on, if the one of that id did.
    func leave(_ id: String) {
        state.update { if $0.journey?.id == id { $0.journey = nil } }
    }

    /// Begins to complete a journey.
    ///
    /// - Returns: false where it is being completed already.
    func beginFinishing(_ id: String) -> Bool {
        state.update { $0.finishing.insert(id).inserted }
    }

    func endFinishing(_ id: String) {
        state.update { _ = $0.finishing.remove(id) }
    }

    /// Waits until every step of the running journey that was begun is told of, whatever reads for it.
    func untilStepsAreTold() async {
        await withCheckedContinuation { continuation in
            let isWaiting = state.update { state in
                guard state.untold.contains(where: { $0.turn == state.turn }) else { return false }
                state.waiting.append((state.turn, continuation))
                return true
            }
            if !isWaiting { continuation.resume() }
        }
    }

    /// Begins a step; nil while another one is being taken, or the journey is being completed.
    func begin(_ step: JSONValue) -> TakenStep? {
        state.update { state in
            let journey = state.journey?.id ?? ""
            guard state.running == nil, !state.finishing.contains(journey) else { return nil }
            state.steps += 1
            let taken = TakenStep(id: step, journey: journey, number: state.steps, turn: state.turn)
            state.running = taken
            state.untold.append(taken)
            return taken
        }
    }

    /// The step is not being taken any more, and all is told of it.
    ///
    /// - Returns: whether the session was over before.
    func end(_ taken: TakenStep) -> Bool {
        let (isEnded, told) = state.update { state in
            if state.running == taken { state.running = nil }
            state.untold.removeAll { $0 == taken }
            let turns = Set(state.untold.map(\.turn))
            let told = state.waiting.filter { !turns.contains($0.turn) }.map(\.continuation)
            state.waiting.removeAll { !turns.contains($0.turn) }
            return (state.isEnded, told)
        }
        for continuation in told { continuation.resume() }
        return isEnded
    }

    /// Adds the result of a step to its journey and ends the step.
    ///
    /// - Returns: the journey with it; nil where it does not run any more.
    func add(_ result: JSONValue, of taken: TakenStep) -> Journey? {
        state.update { state in
            guard state.turn == taken.turn else { return nil }
            if state.running == taken { state.running = nil }
            guard state.journey?.id == taken.journey else { return nil }
            state.journey?.add(result, of: taken.id)
            return state.journey
        }
    }

    /// Whether no other journey has begun since the step was.
    func isCurrent(_ taken: TakenStep) -> Bool { state.update { $0.turn == taken.turn } }

    /// Runs `body`, which tells the page of a step, unless another journey has begun.
    func ifCurrent(_ taken: TakenStep, _ body: @Sendable () -> Void) {
        turnLock.update { _ in if isCurrent(taken) { body() } }
    }

    /// The session is over.
    ///
    /// - Returns: the id of the running journey, unless a step of it is being taken: that is to have its result first.
    func endSession() -> String? {
        state.update { state in
            state.isEnded = true
            return state.running == nil ? state.journey?.id : nil
        }
    }
}
