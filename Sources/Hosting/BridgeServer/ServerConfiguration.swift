/// Where the server listens and whom it listens to.
public struct ServerConfiguration: Sendable {
    /// The address or name to listen on.
    public var host = "127.0.0.1"
    /// 0 takes any that is free.
    public var port = 8080
    /// Names by which clients may address the server, besides `localhost` and IP addresses.
    public var allowedHosts: [String] = []
    /// Origins of pages elsewhere that may use the bridge, such as `https://app.example`.
    public var allowedOrigins: [String] = []
    /// Asked for on loopback too; elsewhere it always is.
    public var asksForToken = false
    public var limits = ServerLimits()
    /// What `/openapi.json` answers: the description of the HTTP interface. Nothing is there when it is empty.
    public var openAPI = ""
    /// A page that is served instead of the program's own, which then has no address; the server's doors are under
    /// `/.mrz-scan/`.
    public var bundle: PageBundle?

    public init() {}
}
