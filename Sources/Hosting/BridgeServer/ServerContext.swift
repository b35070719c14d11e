/// What the handlers of all connections share.
struct ServerContext: Sendable {
    let rules: AccessRules
    let limits: ServerLimits
    let metrics: Metrics
    let services: ServerServices
    let pool: UploadPool
    /// nil for a host without a desk.
    var desk: DeskQueue?
    let security: SecurityHeaders
    let bundle: PageBundle?
    /// The page where there is no bundle, by path.
    let files: [String: PageFiles.File]
    /// Nil when visitors' cameras are not read.
    var visitors: VisitorEndpoint?
    /// Nothing is there when it is empty.
    var openAPI = ""
    let connections: OpenConnections
}
