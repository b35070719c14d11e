import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Threads

/// The web server: the page, the bridge's WebSocket, the viewfinder, uploads, health and metrics.
///
/// It listens from `start` to `stop`. Connections are served on one thread, uploads are read on others.
public final class BridgeServer: Sendable {
    /// The port that it listens on.
    public let port: Int
    /// What a browser opens; it holds the token when one is asked for.
    public let address: String
    package let token: AccessToken?
    package let metrics: Metrics

    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let connections: OpenConnections
    private let pool: UploadPool
    private let isStopped = Monitor(false)

    private init(
        configuration: ServerConfiguration, token: AccessToken?, metrics: Metrics, group: MultiThreadedEventLoopGroup,
        channel: any Channel, connections: OpenConnections, pool: UploadPool
    ) {
        let port = channel.localAddress?.port ?? configuration.port
        self.port = port
        self.token = token
        self.metrics = metrics
        self.group = group
        self.channel = channel
        self.connections = connections
        self.pool = pool
        let host = configuration.host
        let shown = host == "0.0.0.0" || host == "::" ? "localhost" : host.contains(":") ? "[\(host)]" : host
        address = "http://\(shown):\(port)/" + (token.map { "?token=\($0.text)" } ?? "")
    }

    /// Starts to listen.
    ///
    /// - Throws: `ServerError` when the address cannot be had.
    public static func start(
        _ configuration: ServerConfiguration, services: ServerServices
    ) throws(ServerError) -> BridgeServer {
        let needsToken = configuration.asksForToken || !AccessRules.isLoopback(configuration.host)
        let token = needsToken ? AccessToken() : nil
        let metrics = Metrics()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let connections = OpenConnections()
        let pool = UploadPool(limits: configuration.limits, metrics: metrics, makeReader: services.makeReader)
        // With port 0 the cookie's name is not known before the socket is bound.
        let context = ServerContextBox()
        let limits = configuration.limits
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.maxMessagesPerRead, value: 4)
            // Who has said everything may hang up on its side, and is answered all the same.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 64 << 10, high: 256 << 10))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let server = context.value, connections.add(channel, limit: limits.connections) else {
                        metrics.add(.refused(.busy))
                        return channel.close(promise: nil)
                    }
                    metrics.add(.connections)
                    metrics.change(.connections, by: 1)
                    channel.closeFuture.whenComplete { _ in
                        connections.remove(channel)
                        metrics.change(.connections, by: -1)
                    }
                    try channel.pipeline.syncOperations.addConnectionHandlers(server)
                }
            }
        let channel: any Channel
        do {
            channel = try bootstrap.bind(host: configuration.host, port: configuration.port).wait()
        } catch {
            pool.stop()
            group.shutdownGracefully { _ in }
            throw ServerError(address: "\(configuration.host):\(configuration.port)", reason: Self.reason(of: error))
        }
        let server = BridgeServer(
            configuration: configuration, token: token, metrics: metrics, group: group, channel: channel,
            connections: connections, pool: pool)
        context.set(
            ServerContext(
                rules: AccessRules(configuration, port: server.port, token: token), limits: limits, metrics: metrics,
                services: services, pool: pool, security: SecurityHeaders(frames: configuration.allowedOrigins),
                bundle: configuration.bundle, openAPI: configuration.openAPI, connections: connections))
        return server
    }

    /// Ends: nothing new is taken, WebSockets are told that the server goes away, uploads that are being read are
    /// answered; after `patience` whatever is left is closed. Waits for that.
    public func stop(patience: Duration = .seconds(5)) {
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
        connections.waitUntilEmpty(atMost: patience)
        pool.stop()
        do {
            try group.syncShutdownGracefully()
        } catch {
            // Then it was shut down before.
        }
    }

    private static func reason(of error: any Error) -> String {
        guard let error = error as? IOError else { return "no such address" }
        return String(cString: strerror(error.errnoCode))
    }
}
