/// What the handlers of all connections share.
struct ServerContext: Sendable {
    let rules: AccessRules
    let limits: ServerLimits
    let metrics: Metrics
    let services: ServerServices
    let pool: UploadPool
    let security: SecurityHeaders
    let bundle: PageBundle?
    /// Nothing is there when it is empty.
    var openAPI = ""
    let connections: OpenConnections
}
