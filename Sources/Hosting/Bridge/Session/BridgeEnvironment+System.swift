import FoundationEssentials
import Glibc

extension BridgeEnvironment {
    /// The system's clocks, and random UUIDs.
    public static let system = BridgeEnvironment(
        timestamp: {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
        },
        time: {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
        },
        sleep: { duration in try await Task.sleep(for: duration, clock: .continuous) },
        // Version 4, in small letters. RFC 9562, 5.4.
        newID: { UUID().uuidString.lowercased() })
}
