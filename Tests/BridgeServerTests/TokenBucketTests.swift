import BridgeServer
import Testing

@Suite struct TokenBucketTests {
    @Test func burstThenRate() {
        var bucket = TokenBucket(perSecond: 5, now: .zero)
        let times: [Duration] =
            Array(repeating: .zero, count: 11) + [.milliseconds(100), .milliseconds(200), .milliseconds(200)]
            + Array(repeating: .seconds(60), count: 11)
        let taken = times.map { bucket.take(now: $0) }
        #expect(
            taken == Array(repeating: true, count: 10) + [false, false, true, false]
                + Array(repeating: true, count: 10) + [false])
    }
}
