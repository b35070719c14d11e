/// How many messages a client may still send: so many a second, and twice as many at once after a pause.
package struct TokenBucket: Sendable {
    private let rate: Double
    private var level: Double
    private var last: Duration

    /// - Parameter now: by a clock that only goes forward.
    package init(perSecond rate: Int, now: Duration) {
        self.rate = Double(rate)
        level = Double(rate) * 2
        last = now
    }

    /// Whether there is one left, which is then taken.
    package mutating func take(now: Duration) -> Bool {
        level = min(rate * 2, level + rate * ((now - last) / .seconds(1)))
        last = now
        guard level >= 1 else { return false }
        level -= 1
        return true
    }
}
