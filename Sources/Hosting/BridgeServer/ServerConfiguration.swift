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
    /// Speaks TLS as who this is; nil for plain HTTP.
    public var identity: ServerIdentity?
    /// What telephones reach the server by, such as `https://desk.example`, where that is not an address of this
    /// machine.
    public var publicAddress: String?
    /// Whether a telephone that scans for a waiting page is shown the document, and not only that it was read.
    public var telephonesSeeResults = false
    /// What `/openapi.json` answers: the description of the HTTP interface. Nothing is there when it is empty.
    public var openAPI = ""
    /// Seconds that a scan may take.
    public var scanLimit = 120.0
    /// Seconds without anybody after which the page forgets what it shows; 0 for never.
    public var clearAfter = 60
    /// A page that is served instead of the program's own, which then has no address; the server's endpoints are under
    /// `/.mrz-scan/`.
    public var bundle: PageBundle?

    public init() {}

    /// Whether a telephone can open the page and is given its camera there, which browsers do over `https` alone. Who
    /// says by which address telephones come knows what stands before the server.
    var reachesTelephones: Bool {
        publicAddress != nil || identity != nil && !AccessRules.isLoopback(host)
    }
}
