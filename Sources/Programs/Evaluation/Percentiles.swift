/// How durations are spread: nearest ranks, so that each is one that was measured.
public struct Percentiles: Sendable, Equatable {
    public let p50: Duration
    public let p90: Duration
    public let p95: Duration
    public let p99: Duration
    public let max: Duration
    public let mean: Duration

    /// Nil of nothing.
    public init?(_ durations: [Duration]) {
        let sorted = durations.sorted()
        guard let last = sorted.last else { return nil }
        func rank(_ percent: Int) -> Duration { sorted[Swift.max(0, (sorted.count * percent + 99) / 100 - 1)] }
        (p50, p90, p95, p99, max) = (rank(50), rank(90), rank(95), rank(99), last)
        mean = sorted.reduce(.zero, +) / sorted.count
    }

    /// The name and the value of each, in order.
    public var named: [(name: String, value: Duration)] {
        [("p50", p50), ("p90", p90), ("p95", p95), ("p99", p99), ("max", max)]
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}
