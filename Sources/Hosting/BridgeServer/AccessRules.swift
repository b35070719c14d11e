package import NIOHTTP1

/// Who may talk to the server, decided from the head of a request and nothing else.
package struct AccessRules: Sendable {
    private let isLoopback: Bool
    private let hosts: Set<String>
    private let origins: Set<String>
    /// Nil when none is asked for.
    package let token: AccessToken?
    /// Opens the files of a page, and nothing else: browsers send cookies to every port of a host, so that whoever has
    /// a server on another one learns it. Nil when no token is asked for.
    package let fileToken: AccessToken?
    /// Cookies do not tell ports apart, so the name does.
    package let cookie: String

    /// What a request has to bring.
    package enum Demand: Sendable {
        case nothing
        /// The token, or the cookie.
        case files
        /// The token, in the address or in a field of its own: what browsers send by themselves is not enough.
        case token
    }

    package init(_ configuration: ServerConfiguration, port: Int, token: AccessToken?) {
        isLoopback = Self.isLoopback(configuration.host)
        // Nobody rebinds a name that the server was told to listen on, or that telephones are sent to.
        let own = [configuration.host, configuration.publicAddress.map(Self.authority)].compactMap { $0 }
        hosts = Set(configuration.allowedHosts.map { $0.lowercased() } + own.compactMap { Authority($0)?.host })
        origins = Set(configuration.allowedOrigins.map { $0.lowercased() })
        self.token = token
        fileToken = token.map { _ in AccessToken() }
        cookie = "mrz-scan-\(port)"
    }

    /// Host and port of an address with a scheme.
    private static func authority(of address: String) -> String {
        let rest = address.ranges(of: "://").first.map { address[$0.upperBound...] } ?? address[...]
        return String(rest.prefix { $0 != "/" })
    }

    package static func isLoopback(_ host: String) -> Bool {
        (Authority(host) ?? Authority("[\(host)]"))?.isLoopback ?? false || host == "::1"
    }

    /// Why this request is not served; nil when it is.
    ///
    /// - Parameters:
    ///   - demand: what has to be brought, where a token is asked for at all.
    ///   - isPage: whether pages elsewhere may lead to it by a link.
    package func refusal(
        of head: HTTPRequestHead, demand: Demand = .token, isPage: Bool = true
    ) -> Refusal? {
        guard let host = onlyValue("host", in: head),
            let own = RequestTarget(head.uri).authority.map({ Authority($0) }) ?? Authority(host), admits(own)
        else { return .host }
        guard admitsOrigin(of: head, own: own, isPage: isPage) else { return .origin }
        return admits(head, demand) ? nil : .token
    }

    private func admits(_ head: HTTPRequestHead, _ demand: Demand) -> Bool {
        guard let token, demand != .nothing else { return true }
        if presented(in: head).contains(where: token.matches) { return true }
        guard demand == .files, let fileToken else { return false }
        return cookies(in: head).contains(where: fileToken.matches)
    }

    /// The origin to name in the answer to a page elsewhere; nil for pages of our own.
    package func foreignOrigin(of head: HTTPRequestHead) -> String? {
        onlyValue("origin", in: head).flatMap { origins.contains($0.lowercased()) ? $0 : nil }
    }

    /// Whether a page elsewhere that may use the server asks for a part of itself, such as a script or a picture:
    /// browsers then name no origin, but the page that it is for.
    package func isPart(_ head: HTTPRequestHead) -> Bool {
        guard head.method == .GET, head.headers["origin"].isEmpty, let page = onlyValue("referer", in: head),
            let scheme = page.range(of: "://")
        else { return false }
        let authority = page[scheme.upperBound...].prefix { !"/?#".contains($0) }
        return origins.contains((page[..<scheme.upperBound] + authority).lowercased())
    }

    private func admits(_ host: Authority) -> Bool {
        if hosts.contains(host.host) { return true }
        return isLoopback ? host.isLoopback : host.isAddress || host.isLoopback
    }

    /// Browsers say where a page came from with every WebSocket and every POST; other programs need not.
    private func admitsOrigin(of head: HTTPRequestHead, own: Authority, isPage: Bool) -> Bool {
        let given = head.headers["origin"]
        if let origin = given.first {
            guard given.count == 1 else { return false }
            return origins.contains(origin.lowercased()) || isSame(origin, own)
        }
        // Pictures and other parts of foreign pages come without an origin, but not without this.
        guard let site = head.headers["sec-fetch-site"].first else { return true }
        // A link to the page is no use of it. A frame with the viewfinder would take the place of somebody who looks.
        if isPage, head.headers["sec-fetch-mode"].first == "navigate" { return head.method == .GET }
        return site == "same-origin" || site == "none" || isPart(head)
    }

    /// The scheme may differ: a proxy before us may speak TLS.
    private func isSame(_ origin: String, _ own: Authority) -> Bool {
        guard let end = origin.range(of: "://"), ["http", "https"].contains(origin[..<end.lowerBound]) else {
            return false
        }
        return Authority(origin[end.upperBound...]) == own
    }

    private func presented(in head: HTTPRequestHead) -> [Substring] {
        var candidates: [Substring] = []
        for value in head.headers["authorization"] where value.lowercased().hasPrefix("bearer ") {
            candidates.append(value.dropFirst("bearer ".count))
        }
        if let given = RequestTarget(head.uri).token { candidates.append(given) }
        return candidates
    }

    private func cookies(in head: HTTPRequestHead) -> [Substring] {
        head.headers["cookie"].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(cookie + "=") ? pair.dropFirst(cookie.count + 1) : nil
        }
    }

    private func onlyValue(_ name: String, in head: HTTPRequestHead) -> String? {
        let values = head.headers[name]
        return values.count == 1 ? values[0] : nil
    }
}

extension String {
    /// Where `other` first stands in it.
    fileprivate func range(of other: String) -> Range<Index>? { ranges(of: other).first }
}
