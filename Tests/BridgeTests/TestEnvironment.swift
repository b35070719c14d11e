import Bridge
import Threads

/// Time that stands still until a test moves it, and names that count.
final class TestEnvironment: Sendable {
    private struct State {
        var time = Duration.zero
        var names = 0
        var sleepers: [(id: Int, until: Duration, continuation: CheckedContinuation<Bool, Never>)] = []
        var nextSleeper = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Monitor(State())

    var environment: BridgeEnvironment {
        BridgeEnvironment(
            timestamp: { [self] in
                1_700_000_000_000 + state.update { Int($0.time.components.seconds) * 1000 }
            },
            time: { [self] in state.update { $0.time } },
            sleep: { [self] duration in try await sleep(duration) },
            newID: { [self] in
                let number = state.update { state in
                    state.names += 1
                    return state.names
                }
                let digits = String(number)
                return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
            })
    }

    /// Waits until somebody sleeps, then lets time pass.
    func pass(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            let isThere = state.update { state in
                if state.sleepers.isEmpty { state.watchers.append(continuation) }
                return !state.sleepers.isEmpty
            }
            if isThere { continuation.resume() }
        }
        tick(duration)
    }

    /// Lets time pass.
    func tick(_ duration: Duration) {
        let woken = state.update { state in
            state.time += duration
            defer { state.sleepers.removeAll { $0.until <= state.time } }
            return state.sleepers.filter { $0.until <= state.time }
        }
        for sleeper in woken { sleeper.continuation.resume(returning: true) }
    }

    private func sleep(_ duration: Duration) async throws {
        let id = state.update { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watchers = state.update { state -> [CheckedContinuation<Void, Never>]? in
                    if Task.isCancelled { return nil }
                    state.sleepers.append((id, state.time + duration, continuation))
                    defer { state.watchers = [] }
                    return state.watchers
                }
                guard let watchers else { return continuation.resume(returning: false) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.update { state in
                defer { state.sleepers.removeAll { $0.id == id } }
                return state.sleepers.first { $0.id == id }
            }
            sleeper?.continuation.resume(returning: false)
        }
        guard isOver else { throw CancellationError() }
    }
}
