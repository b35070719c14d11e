import NIOCore
import NIOWebSocket

/// Looks at each frame as it came over the wire, before fragments are joined. RFC 6455, 5.1 and 5.2: clients mask, and
/// nobody agreed on extensions.
final class WebSocketFrameCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    struct Violation: Error {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return context.fireErrorCaught(Violation())
        }
        context.fireChannelRead(data)
    }
}
