package import NIOCore

/// Lets go of who does not fetch what it is sent: HTTP and WebSocket clients alike.
///
/// It belongs right behind `BackPressureHandler`: from there on nothing is between it and the news that the channel
/// takes no more.
package final class StallHandler: ChannelInboundHandler {
    package typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private let metrics: Metrics
    private var stall: Scheduled<Void>?

    /// - Parameter limit: how long a channel may be full.
    package init(limit: TimeAmount, metrics: Metrics) {
        self.limit = limit
        self.metrics = metrics
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            stall?.cancel()
            stall = nil
        } else if stall == nil {
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            stall = context.eventLoop.scheduleTask(in: limit) {
                let (handler, context) = bound.value
                handler.metrics.add(.refused(.slow))
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stall?.cancel()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { stall?.cancel() }
}
