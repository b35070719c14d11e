/// The addresses of the server without a path: where it is opened from this machine, from others and from telephones.
struct Origins: Sendable {
    /// The server's own address, with a slash at its end, as the others.
    let own: String
    let forOthers: [String]
    private let scheme: String
    private let publicAddress: String?

    /// - Parameter port: that it listens on.
    init(_ configuration: ServerConfiguration, port: Int) {
        let scheme = configuration.identity == nil ? "http" : "https"
        self.scheme = scheme
        publicAddress = configuration.publicAddress.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        func origin(_ host: String) -> String {
            "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
        }
        let host = configuration.host
        let isEvery = host == "0.0.0.0" || host == "::"
        own = origin(isEvery ? "localhost" : host)
        forOthers = isEvery ? LocalAddresses.reachable(listeningOn: host).map(origin) : []
    }

    /// The server as a telephone reaches it.
    ///
    /// - Parameter pageAt: where the waiting page was opened: a telephone in the same network reaches that too, unless
    ///   it is this machine's own.
    func forTelephone(pageAt host: String?) -> String {
        if let publicAddress { return publicAddress }
        if let host, let authority = Authority(host), !authority.isLoopback { return "\(scheme)://\(host)/" }
        return forOthers.first ?? own
    }
}
