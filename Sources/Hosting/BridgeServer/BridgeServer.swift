import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import QRCodes
import Threads

/// The web server: the page, the bridge's WebSocket, the viewfinder, uploads, health and metrics.
///
/// It listens from `start` to `stop`. Connections are served on one thread, uploads are read on others.
public final class BridgeServer: Sendable {
    /// The port that it listens on.
    public let port: Int
    /// What a browser on this machine opens; it holds the token when one is asked for.
    public let address: String
    /// What browsers elsewhere open; none where nobody else can reach it.
    public let addressesForOthers: [String]
    package let token: AccessToken?
    package let metrics: Metrics

    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let connections: OpenConnections
    private let pool: UploadPool
    private let desk: DeskQueue?
    private let isStopped = Monitor(false)

    private init(
        configuration: ServerConfiguration, token: AccessToken?, metrics: Metrics, group: MultiThreadedEventLoopGroup,
        channel: any Channel, connections: OpenConnections, pool: UploadPool, desk: DeskQueue?
    ) {
        let port = channel.localAddress?.port ?? configuration.port
        self.port = port
        self.token = token
        self.metrics = metrics
        self.group = group
        self.channel = channel
        self.connections = connections
        self.pool = pool
        self.desk = desk
        let origins = Origins(configuration, port: port)
        let query = token.map { "?token=\($0.text)" } ?? ""
        address = origins.own + query
        addressesForOthers = origins.forOthers.map { $0 + query }
    }

    /// Starts to listen.
    ///
    /// - Throws: `ServerError` when the address cannot be had, or TLS can't be spoken as who the server is to be.
    public static func start(
        _ configuration: ServerConfiguration, services: ServerServices
    ) throws(ServerError) -> BridgeServer {
        let tls = try tls(configuration)
        let needsToken = configuration.asksForToken || !AccessRules.isLoopback(configuration.host)
        let token = needsToken ? AccessToken() : nil
        let metrics = Metrics()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let connections = OpenConnections()
        let pool: UploadPool
        let desk: DeskQueue?
        do throws(ThreadError) {
            pool = try UploadPool(limits: configuration.limits, metrics: metrics, makeReader: services.makeReader)
            if let makeDesk = services.makeDesk { desk = try DeskQueue(makeDesk) } else { desk = nil }
        } catch {
            group.shutdownGracefully { _ in }
            throw ServerError(
                address: "\(configuration.host):\(configuration.port)", reason: "there is no thread to read on")
        }
        // With port 0 the cookie's name is not known before the socket is bound.
        let context = ServerContextBox()
        let bootstrap = bootstrap(
            on: group, tls: tls, connections: connections, limit: configuration.limits.connections, metrics: metrics,
            context: context)
        let channel: any Channel
        do {
            channel = try bootstrap.bind(host: configuration.host, port: configuration.port).wait()
        } catch {
            pool.stop()
            desk?.stop()
            group.shutdownGracefully { _ in }
            throw ServerError(address: "\(configuration.host):\(configuration.port)", reason: Self.reason(of: error))
        }
        let server = BridgeServer(
            configuration: configuration, token: token, metrics: metrics, group: group, channel: channel,
            connections: connections, pool: pool, desk: desk)
        context.set(server.context(configuration, services))
        return server
    }

    /// How the socket listens, and what becomes of a connection that it takes: one beyond `limit` is closed, as are
    /// those that come before `context` is set.
    private static func bootstrap(
        on group: MultiThreadedEventLoopGroup, tls: NIOSSLContext?, connections: OpenConnections, limit: Int,
        metrics: Metrics, context: ServerContextBox
    ) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.maxMessagesPerRead, value: 4)
            // Who has said everything may hang up on its side, and is answered all the same. TLS has no such half: who
            // hangs up there has gone, and is not waited for.
            .childChannelOption(.allowRemoteHalfClosure, value: tls == nil)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 64 << 10, high: 256 << 10))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let server = context.value, connections.add(channel, limit: limit) else {
                        metrics.add(.refused(.busy))
                        return channel.close(promise: nil)
                    }
                    metrics.add(.connections)
                    metrics.change(.connections, by: 1)
                    channel.closeFuture.whenComplete { _ in
                        connections.remove(channel)
                        metrics.change(.connections, by: -1)
                    }
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addConnectionHandlers(server)
                }
            }
    }

    /// What the handlers of a connection are given to answer with.
    private func context(_ configuration: ServerConfiguration, _ services: ServerServices) -> ServerContext {
        ServerContext(
            rules: AccessRules(configuration, port: port, token: token), limits: configuration.limits,
            metrics: metrics, services: services, pool: pool, desk: desk,
            security: SecurityHeaders(frames: configuration.allowedOrigins), bundle: configuration.bundle,
            files: PageFiles.all(configuration, isDesk: desk != nil, takesVisitors: services.openVisitor != nil),
            visitors: Self.visitors(configuration, services, port: port), openAPI: configuration.openAPI,
            connections: connections)
    }

    private static func tls(_ configuration: ServerConfiguration) throws(ServerError) -> NIOSSLContext? {
        do throws(ServerIdentityError) {
            return try configuration.identity?.context()
        } catch {
            throw ServerError(address: "\(configuration.host):\(configuration.port)", reason: error.description)
        }
    }

    private static func visitors(
        _ configuration: ServerConfiguration, _ services: ServerServices, port: Int
    ) -> VisitorEndpoint? {
        // A page of somebody else's has the camera of its own web view.
        guard let open = services.openVisitor, configuration.bundle == nil else { return nil }
        let origins = Origins(configuration, port: port)
        return VisitorEndpoint(
            configuration, open: open, address: { origins.forTelephone(pageAt: $0) }, draw: { QRCode($0)?.svg })
    }

    /// Ends: nothing new is taken, WebSockets are told that the server goes away, uploads that are being read are
    /// answered; after `timeout` whatever is left is closed. Waits for that.
    public func stop(timeout: Duration = .seconds(5)) {
        // A loop that was shut down answers nobody, so a second call has nothing to wait for.
        let isSecond = isStopped.update { isStopped in
            defer { isStopped = true }
            return isStopped
        }
        if isSecond { return }
        do {
            try channel.close().wait()
        } catch {
            // It was closed already.
        }
        for child in connections.open { child.pipeline.fireUserInboundEventTriggered(ServerIsStopping()) }
        connections.waitUntilEmpty(atMost: timeout)
        pool.stop()
        desk?.stop()
        // NIO ends its loops on a queue of libdispatch, which waits for ever where it is refused threads or memory.
        // Loops that are not ended do so with the process.
        let isDown = Monitor(false)
        group.shutdownGracefully { _ in isDown.update { $0 = true } }
        _ = isDown.wait(atMost: timeout) { $0 ? true : nil }
    }

    private static func reason(of error: any Error) -> String {
        guard let error = error as? IOError else { return "no such address" }
        return String(cString: strerror(error.errnoCode))
    }
}
