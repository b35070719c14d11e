import BridgeServer
import NIOCore
import NIOEmbedded
import Testing

/// With a clock that only the test moves.
@Suite struct StallHandlerTests {
    private let metrics = Metrics()

    private func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(BackPressureHandler())
        try channel.pipeline.syncOperations.addHandler(StallHandler(limit: .seconds(10), metrics: metrics))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        return channel
    }

    private func become(writable: Bool, _ channel: EmbeddedChannel) {
        channel.isWritable = writable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    private var refused: Int { metrics.count(of: .refused(.slow)) }

    @Test func whoFetchesNothingIsLetGo() throws {
        let channel = try channel()
        become(writable: false, channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive && refused == 0)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive && refused == 1)
    }

    @Test func whoFetchesInTimeStays() throws {
        let channel = try channel()
        for _ in 0..<5 {
            become(writable: false, channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(9))
            become(writable: true, channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        }
        #expect(channel.isActive && refused == 0)
        _ = try channel.finish()
    }

    /// Said twice, it counts from the first time.
    @Test func newsThatIsNoneGivesNoMoreTime() throws {
        let channel = try channel()
        become(writable: false, channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(6))
        become(writable: false, channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(4))
        #expect(!channel.isActive && refused == 1)
    }

    @Test func whoHangsUpIsNotCounted() throws {
        let channel = try channel()
        become(writable: false, channel)
        channel.pipeline.fireChannelInactive()
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        #expect(refused == 0)
    }
}
