package import NIOCore

extension BridgeServer {
    /// Gives one connection the handlers that it has in service, without a socket and without threads: nobody reads
    /// uploads.
    ///
    /// - Parameter port: what `Host` has to name.
    package static func addConnectionHandlers(
        to channel: any Channel, services: ServerServices, port: Int = 8080
    ) throws {
        var configuration = ServerConfiguration()
        configuration.limits.uploadWorkers = 0
        let metrics = Metrics()
        let server = ServerContext(
            rules: AccessRules(configuration, port: port, token: nil), limits: configuration.limits, metrics: metrics,
            services: services,
            pool: try UploadPool(limits: configuration.limits, metrics: metrics, makeReader: services.makeReader),
            security: SecurityHeaders(frames: configuration.allowedOrigins), bundle: nil,
            files: PageFiles.all(configuration), connections: OpenConnections()
        )
        try channel.pipeline.syncOperations.addConnectionHandlers(server)
    }
}
