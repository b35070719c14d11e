import Threads

/// Which session of a host goes through which journey. No two go through one: what one of them adds, the other would
/// not know of, and write over.
final class OpenJourneys: Sendable {
    private let holders = Monitor<[String: SessionIdentity]>([:])

    /// Gives a journey to a session.
    ///
    /// - Returns: false when another one goes through it.
    func take(_ id: String, for session: SessionIdentity) -> Bool {
        holders.update { holders in
            if let holder = holders[id], holder !== session { return false }
            holders[id] = session
            return true
        }
    }

    /// Gives a session its new journey, whose id nobody else can have.
    func begin(_ id: String, for session: SessionIdentity) { holders.update { $0[id] = session } }

    /// Another session may go through it from here on; does nothing where another one does already.
    func leave(_ id: String, by session: SessionIdentity) {
        holders.update { if $0[id] === session { $0[id] = nil } }
    }
}
