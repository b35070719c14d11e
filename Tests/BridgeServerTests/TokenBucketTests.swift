import BridgeServer
import Testing

@Suite struct TokenBucketTests {
    @Test func burstThenRate() {
        var bucket = TokenBucket(perSecond: 5, now: .zero)
        for _ in 0..<10 { #expect(bucket.take(now: .zero)) }
        #expect(!bucket.take(now: .zero))
        #expect(!bucket.take(now: .milliseconds(100)))
        #expect(bucket.take(now: .milliseconds(200)))
        #expect(!bucket.take(now: .milliseconds(200)))
        for _ in 0..<10 { #expect(bucket.take(now: .seconds(60))) }
        #expect(!bucket.take(now: .seconds(60)))
    }
}
