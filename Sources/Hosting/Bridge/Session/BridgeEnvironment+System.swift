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
        newID: randomUUID)

    /// A UUID of version 4. RFC 9562, 5.4.
    @Sendable private static func randomUUID() -> String {
        var generator = SystemRandomNumberGenerator()
        let (high, low) = (generator.next() as UInt64, generator.next() as UInt64)
        let digits =
            hexadecimal(high & ~0xF000 | 0x4000) + hexadecimal(low & ~(0b11 << 62) | 0b10 << 62)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
