import NIOCore
import Threads

/// The connections that are open.
final class Children: Sendable {
    private let state = Monitor([ObjectIdentifier: any Channel]())

    /// False when there are `limit` already.
    func add(_ channel: any Channel, limit: Int) -> Bool {
        state.update { channels in
            guard channels.count < limit else { return false }
            channels[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    func remove(_ channel: any Channel) {
        state.update { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    /// Those of now.
    var open: [any Channel] { state.update { Array($0.values) } }

    func waitUntilEmpty(atMost patience: Duration) {
        _ = state.wait(atMost: patience) { $0.isEmpty ? true : nil }
    }
}

/// What connections find once the server is ready for them.
final class ServerContextBox: Sendable {
    private let state = Monitor<ServerContext?>(nil)

    var value: ServerContext? { state.update { $0 } }

    func set(_ context: ServerContext) { state.update { $0 = context } }
}
