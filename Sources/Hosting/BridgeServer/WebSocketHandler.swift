import Bridge
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// One WebSocket: whole text messages in, text messages out, frames of a visitor's camera, and the rest of RFC 6455.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let server: ServerContext
    private let head: HTTPRequestHead
    private var outbox: WebSocketOutbox?
    private var peer: (any BridgePeer)?
    /// The peer where it takes frames.
    private var visitor: (any VisitorPeer)?
    private var bucket: TokenBucket
    private var frameBucket: TokenBucket
    private let start = ContinuousClock.now
    /// Pings since the client was last heard.
    private var unanswered = 0
    private var isClosing = false
    private var timers: [RepeatedTask] = []

    /// - Parameter head: the request that has become this.
    init(_ server: ServerContext, for head: HTTPRequestHead) {
        self.server = server
        self.head = head
        bucket = TokenBucket(perSecond: server.limits.messagesPerSecond, now: .zero)
        frameBucket = TokenBucket(perSecond: server.limits.framesPerSecond, now: .zero)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        server.metrics.add(.webSockets)
        server.metrics.change(.webSockets, by: 1)
        let outbox = WebSocketOutbox(
            context.channel, limit: server.limits.unsentBytes, metrics: server.metrics)
        self.outbox = outbox
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        peer = opened(SocketLine(send: { outbox.send($0) }, hangUp: { outbox.hangUp() }))
        if peer == nil {
            // The desk went while its telephone came.
            return context.eventLoop.execute { bound.value.0.close(bound.value.1, .policyViolation, .token) }
        }
        let pause = TimeAmount.seconds(Int64(server.limits.pingSeconds))
        timers.append(
            context.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
                let (handler, context) = bound.value
                handler.ping(context)
            })
    }

    private func opened(_ line: SocketLine) -> (any BridgePeer)? {
        let target = RequestTarget(head.uri)
        switch (Route(head, server).endpoint, server.visitors) {
        case (.live, let visitors?):
            let holder = target.ticket.flatMap { visitors.tickets.redeem($0) }
            // One that was used between the request and now opens nothing.
            if target.ticket != nil, holder == nil { return nil }
            visitor = visitors.visitor(line, holder: holder)
            if visitor != nil { server.metrics.change(.visitors, by: 1) }
            return visitor
        case (.handoff, let visitors?):
            let page = visitors.page(line, host: head.headers.first(name: "host"))
            page.begin()
            return page
        default: return server.services.openBridge(target.dialect ?? .selfSDK, line.send)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }
    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard let outbox else { return }
        self.outbox = nil
        outbox.close()
        for timer in timers { timer.cancel() }
        server.metrics.change(.webSockets, by: -1)
        if visitor != nil { server.metrics.change(.visitors, by: -1) }
        visitor = nil
        peer?.close()
        peer = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        unanswered = 0
        switch frame.opcode {
        case .connectionClose:
            if isClosing { return context.close(promise: nil) }
            close(context, Self.answer(toClose: frame.unmaskedData), nil)
        case .text where !isClosing: receive(frame, context)
        case .binary where !isClosing: show(frame, context)
        case .ping where !isClosing:
            // While the client does not fetch what it is sent, nothing more is read from it: see `BackPressureHandler`.
            context.writeAndFlush(
                wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
        case .pong, .text, .binary, .ping: break
        default: close(context, .protocolError, .malformed)
        }
    }

    /// RFC 6455, 5.5.1: two bytes of a code, then a reason in UTF-8, or nothing at all.
    private static func answer(toClose body: ByteBuffer) -> WebSocketErrorCode {
        guard body.readableBytes > 0 else { return .normalClosure }
        var reason = body
        guard let code = reason.readWebSocketErrorCode(), code.isForTheWire else { return .protocolError }
        let isText = String(validating: Array(reason.readableBytesView), as: UTF8.self) != nil
        return isText ? code : .dataInconsistentWithMessage
    }

    private func receive(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        guard bucket.take(now: ContinuousClock.now - start),
            peer.map({ $0.pendingCount < server.limits.pendingMessages }) ?? true
        else { return close(context, .policyViolation, .rate) }
        let message = Array(frame.unmaskedData.readableBytesView)
        guard String(validating: message, as: UTF8.self) != nil else {
            return close(context, .dataInconsistentWithMessage, .malformed)
        }
        server.metrics.add(.messagesIn)
        peer?.receive(message)
    }

    private func show(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        guard let visitor else { return close(context, .unacceptableData, .malformed) }
        guard frame.length <= server.limits.frameBytes else { return close(context, .messageTooLarge, .size) }
        guard frameBucket.take(now: ContinuousClock.now - start) else { return close(context, .policyViolation, .rate) }
        server.metrics.add(.framesIn)
        visitor.show(Array(frame.unmaskedData.readableBytesView))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: closeTooLarge(context)
        case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
            NIOWebSocketFrameAggregator.Error.tooManyFragments,
            NIOWebSocketFrameAggregator.Error.nonFinalFragmentSizeIsTooSmall:
            closeTooLarge(context)
        case is WebSocketFrameCheck.Violation, is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error:
            close(context, .protocolError, .malformed)
        default: context.close(promise: nil)
        }
    }

    private func closeTooLarge(_ context: ChannelHandlerContext) {
        if !isClosing { peer?.refuseLongMessage() }
        close(context, .messageTooLarge, .size)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ServerIsStopping { close(context, .goingAway, nil) }
        if event is PeerIsDone { close(context, .normalClosure, nil, waits: true) }
        if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func ping(_ context: ChannelHandlerContext) {
        if unanswered == 2 {
            server.metrics.add(.refused(.slow))
            return context.close(promise: nil)
        }
        unanswered += 1
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
    }

    /// Says why, then waits a moment for the client to hang up, so that it can still read that: what it goes on sending
    /// to a socket that is closed makes its system throw away what it has not read yet.
    ///
    /// - Parameter waits: whether to wait although nothing was refused, and then longer.
    private func close(
        _ context: ChannelHandlerContext, _ code: WebSocketErrorCode, _ refusal: Refusal?, waits: Bool = false
    ) {
        guard !isClosing else { return }
        isClosing = true
        if let refusal { server.metrics.add(.refused(refusal)) }
        outbox?.close()
        var data = context.channel.allocator.buffer(capacity: 2)
        data.write(webSocketErrorCode: code)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let isReply = refusal == nil && !waits
        let farewell = Int64(server.limits.farewellSeconds)
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
            .whenComplete { _ in
                let context = bound.value
                if isReply { return context.close(promise: nil) }
                // A client that was not refused closes when it has read that.
                if !waits { context.close(mode: .output, promise: nil) }
                let pause = TimeAmount.seconds(waits ? farewell : 1)
                context.eventLoop.scheduleTask(in: pause) { bound.value.close(promise: nil) }
            }
    }
}

extension WebSocketErrorCode {
    /// RFC 6455, 7.4.1: some codes never stand in a frame.
    fileprivate var isForTheWire: Bool {
        let number = UInt16(webSocketErrorCode: self)
        return (1000...1003).contains(number) || (1007...1014).contains(number) || (3000...4999).contains(number)
    }
}

/// Told to all connections when the server ends.
struct ServerIsStopping: Sendable {}

/// Told to a connection whose peer has nothing more to say.
struct PeerIsDone: Sendable {}
