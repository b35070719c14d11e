import Bridge
import NIOCore
import NIOHTTP1
import NIOWebSocket

extension ChannelPipeline.SynchronousOperations {
    /// HTTP, and from there WebSocket for the endpoints that are one, with every limit in its place.
    func addConnectionHandlers(_ server: ServerContext) throws {
        // First of all: who does not fetch answers is not listened to.
        try addHandler(BackPressureHandler())
        try addHandler(StallHandler(limit: .seconds(Int64(server.limits.stalledSeconds)), metrics: server.metrics))
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = 8 << 10
        decoding.maxHeaderListSize = 32 << 10
        decoding.maxHeaderFieldCount = 100
        let requests = RequestHandler(server)
        let bound = NIOLoopBound(requests, eventLoop: eventLoop)
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: server.limits.messageBytes, automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let route = Route(head, server)
                let isTaken =
                    route.takesWebSocket(server) && server.rules.refusal(of: head, demand: route.demand(server)) == nil
                    && server.metrics.level(of: .webSockets) < server.limits.webSockets
                return channel.eventLoop.makeSucceededFuture(isTaken ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    server.metrics.add(.requests(Route(head, server).endpoint, status: 101))
                    let handlers = channel.pipeline.syncOperations
                    try handlers.addHandler(WebSocketFrameCheck())
                    try handlers.addHandler(
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 1024,
                            maxAccumulatedFrameSize: server.limits.messageBytes))
                    try handlers.addHandler(WebSocketHandler(server, for: head))
                }
            })
        try configureHTTPServerPipeline(
            withPipeliningAssistance: true,
            withServerUpgrade: (
                [upgrader],
                { context in context.pipeline.syncOperations.removeHandler(bound.value, promise: nil) }
            ),
            withErrorHandling: true, withOutboundHeaderValidation: true,
            withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
            withDecoderLimitConfiguration: decoding)
        try addHandler(requests)
    }
}
