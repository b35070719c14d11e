import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers the HTTP requests of one connection, one after another.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        /// It waits for the head of a request.
        case waiting
        /// A request without a use for its body.
        case plain(HTTPRequestHead)
        case upload(IncomingUpload)
        /// Answered; what the client still sends is thrown away.
        case draining
        /// The answer is being made, or a stream is.
        case answering(HTTPRequestHead)
    }

    let server: ServerContext
    private var state = State.waiting
    private var deadline: Scheduled<Void>?
    private var viewer: Viewer?
    /// The client has said everything, or the server stops: the next answer is the last.
    private var isEnding = false
    /// The last answer, on its way to the client.
    private var sending: EventLoopFuture<Void>?

    init(_ server: ServerContext) { self.server = server }

    func handlerAdded(context: ChannelHandlerContext) { waitForHead(context) }

    func handlerRemoved(context: ChannelHandlerContext) { end(context) }

    func channelInactive(context: ChannelHandlerContext) {
        end(context)
        context.fireChannelInactive()
    }

    private func end(_ context: ChannelHandlerContext) {
        server.connections.works(context.channel)
        deadline?.cancel()
        viewer?.leave()
        viewer = nil
        state = .draining
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body(let bytes):
            guard case .upload(let upload) = state else { return }
            if let refusal = upload.append(bytes) {
                server.metrics.add(.refused(refusal))
                let answer = refusal == .size ? Self.tooLarge(server.limits) : Self.busy
                refuse(answer, of: upload.head, upload.endpoint, context)
            }
        case .end: finish(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        // The request that asked for it comes on to here, and is answered.
        case is NIOWebSocketUpgradeError, is HTTPServerUpgradeErrors: break
        case is HTTPParserError:
            server.metrics.add(.refused(.malformed))
            // It has been answered. That nothing more comes is said at once; what still comes in is thrown away.
            state = .draining
            wait(context, Self.drainSeconds)
            context.close(mode: .output, promise: nil)
        default: context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ServerIsStopping {
            isEnding = true
            switch state {
            case .waiting: closeOnceSent(context)
            default: if let viewer { viewer.finish() }
            }
        }
        if case .inputClosed? = event as? ChannelEvent {
            isEnding = true
            // Nothing of a stream to who has hung up; an answer that is being made is waited for.
            if case .answering = state, viewer == nil {} else { closeOnceSent(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: One request

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        server.connections.works(context.channel)
        wait(context, server.limits.bodySeconds)
        let route = Route(head, server)
        let refusal = server.rules.refusal(
            of: head, demand: route.demand(server), isPage: route.endpoint != .preview)
        if let refusal {
            server.metrics.add(.refused(refusal))
            return refuse(refusal.answer, of: head, route.endpoint, context)
        }
        guard [.scan, .desk].contains(route.endpoint), head.method == .POST else {
            state = .plain(head)
            return
        }
        if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }),
            length > server.limits.uploadBytes
        {
            server.metrics.add(.refused(.size))
            return refuse(Self.tooLarge(server.limits), of: head, route.endpoint, context)
        }
        guard server.pool.takesUploads || route.endpoint == .desk else {
            return refuse(
                .problem(.notFound, "not_found", "Files are not read here."), of: head, route.endpoint, context)
        }
        // Nobody is to send in vain what has no place now; the place itself is taken once all has come.
        guard server.pool.isOpen else {
            server.metrics.add(.refused(.busy))
            return refuse(Self.busy, of: head, route.endpoint, context)
        }
        state = .upload(
            IncomingUpload(
                head, to: route.endpoint, arrival: server.pool.arrival(), limit: server.limits.uploadBytes,
                on: context.eventLoop))
        if head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) {
            context.writeAndFlush(
                wrapOutboundOut(.head(HTTPResponseHead(version: head.version, status: .continue))), promise: nil)
        }
    }

    private func finish(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        switch state {
        case .waiting, .answering: break
        case .draining: context.close(promise: nil)
        case .plain(let head):
            state = .answering(head)
            let route = Route(head, server)
            if route.endpoint == .preview, head.method == .GET { return watch(head, context) }
            if route.endpoint == .desk, head.method == .GET { return ask(DeskRequest(head), head, context) }
            answer(route.answer(to: head, server), to: head, route.endpoint, context)
        case .upload(let upload):
            state = .answering(upload.head)
            if upload.endpoint == .desk {
                return ask(DeskRequest(upload.head, body: upload.body), upload.head, context)
            }
            let document: Upload
            do throws(MultipartForm.Failure) {
                document = try upload.document
            } catch {
                return answer(.problem(.badRequest, "malformed", error.message), to: upload.head, .scan, context)
            }
            guard let slot = server.pool.slot() else {
                server.metrics.add(.refused(.busy))
                return answer(Self.busy, to: upload.head, .scan, context)
            }
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            let loop = context.eventLoop
            server.pool.read(document, in: slot) { [head = upload.head] result in
                loop.execute {
                    let (handler, context) = bound.value
                    handler.answer(result.answer, to: head, .scan, context)
                }
            }
        }
    }

    private func ask(_ request: DeskRequest, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let loop = context.eventLoop
        server.desk?.ask(request) { result in
            loop.execute {
                let (handler, context) = bound.value
                handler.answer(HTTPAnswer(result), to: head, .desk, context)
            }
        }
    }

    /// Answers before the request has ended, and closes once it has or a moment has passed.
    private func refuse(
        _ answer: HTTPAnswer, of head: HTTPRequestHead, _ endpoint: Metrics.Endpoint, _ context: ChannelHandlerContext
    ) {
        state = .draining
        write(answer, to: head, endpoint, isLast: true, context)
        wait(context, Self.drainSeconds)
    }

    /// How long a client may take to hang up after the last answer.
    private static let drainSeconds = 2

    private func answer(
        _ answer: HTTPAnswer, to head: HTTPRequestHead, _ endpoint: Metrics.Endpoint, _ context: ChannelHandlerContext
    ) {
        guard case .answering = state, context.channel.isActive else { return }
        guard head.isKeepAlive, !isEnding else {
            state = .draining
            write(answer, to: head, endpoint, isLast: true, context)
            return closeOnceSent(context)
        }
        // A request that came meanwhile begins before this returns.
        state = .waiting
        // Who fetches the answer slowly is not silent; who does not fetch it is let go by `StallHandler`.
        deadline?.cancel()
        write(answer, to: head, endpoint, isLast: false, context)
        let bound = NIOLoopBound((self, context, sending), eventLoop: context.eventLoop)
        sending?.whenSuccess {
            let (handler, context, sent) = bound.value
            guard case .waiting = handler.state, handler.sending === sent else { return }
            handler.waitForHead(context)
        }
    }

    private func closeOnceSent(_ context: ChannelHandlerContext) {
        guard let sending else { return context.close(promise: nil) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sending.whenComplete { _ in bound.value.close(promise: nil) }
    }

    private func write(
        _ answer: HTTPAnswer, to head: HTTPRequestHead, _ endpoint: Metrics.Endpoint, isLast: Bool,
        _ context: ChannelHandlerContext
    ) {
        server.metrics.add(.requests(endpoint, status: answer.status.code))
        var headers = answer.headers
        server.security.add(
            to: &headers, foreignOrigin: server.rules.foreignOrigin(of: head), isPart: server.rules.isPart(head),
            isOfBundle: answer.isOfBundle)
        headers.add(name: "Content-Length", value: String(answer.body.count))
        if isLast { headers.add(name: "Connection", value: "close") }
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: head.version, status: answer.status, headers: headers))),
            promise: nil)
        if head.method != .HEAD {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
        }
        writeEnd(context)
    }

    /// The end of an answer: once it is sent, all that was written before it is.
    private func writeEnd(_ context: ChannelHandlerContext) {
        // Known before it is written: the next request may be answered before that returns.
        let promise = context.eventLoop.makePromise(of: Void.self)
        sending = promise.futureResult
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: promise)
    }

    // MARK: The viewfinder

    private func watch(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard server.metrics.take(of: .viewers, limit: server.limits.viewers) else {
            server.metrics.add(.refused(.busy))
            return answer(.busy("Too many viewers."), to: head, .preview, context)
        }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        viewer = Viewer(
            server, context.channel,
            began: { bound.value.0.beginFrames(head, bound.value.1) },
            ended: { bound.value.0.endFrames(head, bound.value.1) })
        deadline = context.eventLoop.scheduleTask(in: .seconds(Int64(server.limits.firstFrameSeconds))) {
            let (handler, context) = bound.value
            handler.endFrames(head, context)
        }
    }

    private func beginFrames(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard let viewer, !viewer.hasBegun else { return }
        viewer.hasBegun = true
        deadline?.cancel()
        server.metrics.add(.requests(.preview, status: 200))
        var headers = HTTPHeaders([("Content-Type", ViewerStream.contentType)])
        server.security.add(
            to: &headers, foreignOrigin: server.rules.foreignOrigin(of: head), isPart: server.rules.isPart(head))
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: head.version, status: .ok, headers: headers))),
            promise: nil)
    }

    private func endFrames(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard let viewer else { return }
        viewer.leave()
        self.viewer = nil
        if !viewer.hasBegun {
            return answer(
                .problem(.serviceUnavailable, "no_scan", "No scan is running.", [("Retry-After", "1")]),
                to: head, .preview, context)
        }
        state = .draining
        writeEnd(context)
        closeOnceSent(context)
    }

    // MARK: Time

    private func waitForHead(_ context: ChannelHandlerContext) {
        server.connections.waits(context.channel)
        wait(context, server.limits.headSeconds)
    }

    private func wait(_ context: ChannelHandlerContext, _ seconds: Int) {
        deadline?.cancel()
        deadline = timer(context, seconds)
    }

    private func timer(_ context: ChannelHandlerContext, _ seconds: Int) -> Scheduled<Void> {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        return context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
            let (handler, context) = bound.value
            // Between requests it is no fault to be silent, and after the answer none to hang up late.
            guard case .upload(let upload) = handler.state else { return context.close(promise: nil) }
            handler.server.metrics.add(.refused(.slow))
            handler.refuse(Refusal.slow.answer, of: upload.head, upload.endpoint, context)
        }
    }

    private static let busy = HTTPAnswer.busy("All readers are busy.")

    private static func tooLarge(_ limits: ServerLimits) -> HTTPAnswer {
        .problem(
            .payloadTooLarge, "too_many_bytes", "The upload has more than the \(limits.uploadBytes) bytes allowed.")
    }
}
