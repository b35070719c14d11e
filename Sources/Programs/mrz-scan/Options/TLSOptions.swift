import ArgumentParser
import BridgeServer

/// Who a server says it is.
struct TLSOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Speak TLS: the server's certificate in PEM, and behind it those that lead to a root.", valueName: "file"),
        completion: .file())
    var tlsCert: String?

    @Option(
        help: ArgumentHelp("The private key of the certificate, in PEM and not encrypted.", valueName: "file"),
        completion: .file())
    var tlsKey: String?

    @Flag(
        name: .customLong("tls-self-signed"),
        help: """
            Speak TLS with a certificate that is made for this run. Browsers ask whether it is to be trusted; its \
            fingerprint is said on standard error.
            """)
    var isSelfSigned = false

    func validate() throws {
        if (tlsCert == nil) != (tlsKey == nil) { throw ValidationError("Give --tls-cert and --tls-key together.") }
        if tlsCert != nil, isSelfSigned { throw ValidationError("Give --tls-cert or --tls-self-signed, not both.") }
    }

    /// Nil for plain HTTP.
    ///
    /// - Parameters:
    ///   - host: what is listened on.
    ///   - names: by which browsers address the server, besides localhost and addresses.
    /// - Throws: when the files can't be read, or no certificate can be made.
    func identity(host: String, names: [String]) throws(ServerIdentityError) -> ServerIdentity? {
        if let tlsCert, let tlsKey { return try ServerIdentity(certificates: tlsCert, key: tlsKey) }
        guard isSelfSigned else { return nil }
        var all = ["localhost", "127.0.0.1", "::1"]
        let others = LocalAddresses.reachable(listeningOn: host)
        if !others.isEmpty, let own = LocalAddresses.hostName { all.append(own) }
        all += others + names
        return try ServerIdentity.selfSigned(for: all)
    }
}
