import NIOCore
import Threads

/// The connections that are open.
final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        /// The connections that have asked for nothing yet or nothing more, by when that began.
        var waiting: [ObjectIdentifier: Int] = [:]
        var next = 0
    }

    private let state = Monitor(State())

    /// False when there are `limit` already and all of them are at work. Otherwise the one that has waited longest for
    /// its client's request makes room: who sends slowly, or nothing, keeps nobody out.
    func add(_ channel: any Channel, limit: Int) -> Bool {
        let (isAdded, leaving) = state.update { state -> (Bool, (any Channel)?) in
            var leaving: (any Channel)?
            if state.channels.count >= limit {
                guard let longest = state.waiting.min(by: { $0.value < $1.value })?.key else { return (false, nil) }
                state.waiting[longest] = nil
                leaving = state.channels.removeValue(forKey: longest)
            }
            state.channels[ObjectIdentifier(channel)] = channel
            return (true, leaving)
        }
        leaving?.close(promise: nil)
        return isAdded
    }

    func remove(_ channel: any Channel) {
        state.update { state in
            state.channels[ObjectIdentifier(channel)] = nil
            state.waiting[ObjectIdentifier(channel)] = nil
        }
    }

    /// The connection waits for the head of a request.
    func waits(_ channel: any Channel) {
        state.update { state in
            guard state.channels[ObjectIdentifier(channel)] != nil else { return }
            state.next += 1
            state.waiting[ObjectIdentifier(channel)] = state.next
        }
    }

    /// The connection's request is there.
    func works(_ channel: any Channel) { state.update { $0.waiting[ObjectIdentifier(channel)] = nil } }

    /// The connections that are open now.
    var open: [any Channel] { state.update { Array($0.channels.values) } }

    func waitUntilEmpty(atMost timeout: Duration) {
        _ = state.wait(atMost: timeout) { $0.channels.isEmpty ? true : nil }
    }
}

/// What connections find once the server is ready for them.
final class ServerContextBox: Sendable {
    private let state = Monitor<ServerContext?>(nil)

    var value: ServerContext? { state.update { $0 } }

    func set(_ context: ServerContext) { state.update { $0 = context } }
}
