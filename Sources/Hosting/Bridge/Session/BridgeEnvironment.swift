/// What the bridge takes from the world: time and fresh names. Tests have their own.
public struct BridgeEnvironment: Sendable {
    /// Milliseconds since 1970, by the clock on the wall.
    public var timestamp: @Sendable () -> Int
    /// Time since an origin of its own, by a clock that only goes forward.
    public var time: @Sendable () -> Duration
    /// Waits; throws `CancellationError` when the task is cancelled meanwhile.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// A new UUID.
    public var newID: @Sendable () -> String

    public init(
        timestamp: @escaping @Sendable () -> Int, time: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void, newID: @escaping @Sendable () -> String
    ) {
        self.timestamp = timestamp
        self.time = time
        self.sleep = sleep
        self.newID = newID
    }

    var stamp: BridgeMessage.Stamp { .init(id: newID(), timestamp: timestamp()) }
}
