public import JSON
import Threads

/// Keeps journeys, so that they can be resumed.
public protocol JourneyStore: Sendable {
    /// Nil when there is none of that name.
    func journey(_ id: String) async throws(BridgeError) -> JSONValue?
    func save(journey: JSONValue, as id: String) async throws(BridgeError)
}

/// Keeps the latest journeys as long as the program runs.
public final class JourneysInMemory: JourneyStore {
    /// A kiosk that nobody restarts is not to collect its visitors.
    static let capacity = 100

    private let journeys = Monitor<[(id: String, journey: JSONValue)]>([])

    public init() {}

    public func journey(_ id: String) async throws(BridgeError) -> JSONValue? {
        journeys.update { $0.first { $0.id == id }?.journey }
    }

    public func save(journey: JSONValue, as id: String) async throws(BridgeError) {
        journeys.update { journeys in
            journeys.removeAll { $0.id == id }
            journeys.append((id, journey))
            if journeys.count > Self.capacity { journeys.removeFirst() }
        }
    }
}
