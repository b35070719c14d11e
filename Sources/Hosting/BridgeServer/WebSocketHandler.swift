import Bridge
import NIOCore
import NIOWebSocket

/// One WebSocket of the bridge: whole text messages in, text messages out, and the rest of RFC 6455.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let server: ServerContext
    private let dialect: Dialect
    private var outbox: WebSocketOutbox?
    private var peer: (any BridgePeer)?
    private var bucket: TokenBucket
    private let start = ContinuousClock.now
    /// Pings since the client was last heard.
    private var unanswered = 0
    private var isClosing = false
    private var timers: [RepeatedTask] = []

    init(_ server: ServerContext, dialect: Dialect) {
        self.server = server
        self.dialect = dialect
        bucket = TokenBucket(perSecond: server.limits.messagesPerSecond, now: .zero)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        server.metrics.add(.webSockets)
        server.metrics.change(.webSockets, by: 1)
        let outbox = WebSocketOutbox(
            context.channel, limit: server.limits.unsentBytes, metrics: server.metrics)
        self.outbox = outbox
        peer = server.services.openBridge(dialect) { outbox.send($0) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let pause = TimeAmount.seconds(Int64(server.limits.pingSeconds))
        timers.append(
            context.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
                let (handler, context) = bound.value
                handler.ping(context)
            })
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }
    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard let peer else { return }
        self.peer = nil
        outbox?.close()
        for timer in timers { timer.cancel() }
        server.metrics.change(.webSockets, by: -1)
        peer.close()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        unanswered = 0
        switch frame.opcode {
        case .connectionClose:
            if isClosing { return context.close(promise: nil) }
            close(context, Self.answer(toClose: frame.unmaskedData), nil)
        case .text where !isClosing: receive(frame, context)
        case .binary where !isClosing: close(context, .unacceptableData, .malformed)
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

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: close(context, .messageTooLarge, .size)
        case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
            NIOWebSocketFrameAggregator.Error.tooManyFragments,
            NIOWebSocketFrameAggregator.Error.nonFinalFragmentSizeIsTooSmall:
            close(context, .messageTooLarge, .size)
        case is WebSocketFrameCheck.Violation, is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error:
            close(context, .protocolError, .malformed)
        default: context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ServerIsStopping { close(context, .goingAway, nil) }
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

    /// Says why, then waits a moment for the client to hang up, so that it can still read that.
    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode, _ refusal: Refusal?) {
        guard !isClosing else { return }
        isClosing = true
        if let refusal { server.metrics.add(.refused(refusal)) }
        outbox?.close()
        var data = context.channel.allocator.buffer(capacity: 2)
        data.write(webSocketErrorCode: code)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let isReply = refusal == nil
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
            .whenComplete { _ in
                let context = bound.value
                if isReply { return context.close(promise: nil) }
                context.close(mode: .output, promise: nil)
                context.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.close(promise: nil) }
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
