package import Bridge

/// What a request asks for: a path, which is compared and never opened, a token, a ticket, and a dialect of the bridge.
package struct RequestTarget: Equatable {
    /// Host and port of an address as a whole, which count in the place of the `Host` field; nil without them.
    package let authority: Substring?
    package let path: Substring
    package let token: Substring?
    /// The ticket for one scan.
    package let ticket: Substring?
    /// What `dialect` names, that of the Self SDK without it; nil for one that is not spoken.
    package let dialect: Dialect?
    /// What `id` names.
    package let id: Substring?
    /// What `part` names.
    package let part: Substring?

    /// - Parameter uri: in origin form or in absolute form, RFC 9112, 3.2.1 and 3.2.2. Anything else has a path that
    ///   nothing answers to.
    package init(_ uri: String) {
        let (authority, local) = Self.divided(uri)
        self.authority = authority
        let parts = local.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first ?? ""
        self.path = authority != nil && path.isEmpty ? "/" : path
        let pairs = parts.count < 2 ? [] : parts[1].split(separator: "&")
        func value(_ name: String) -> Substring? {
            pairs.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
        }
        token = value("token")
        ticket = value("ticket")
        id = value("id")
        part = value("part")
        dialect = value("dialect").map { Dialect(rawValue: String($0)) } ?? .selfSDK
    }

    private static func divided(_ uri: String) -> (authority: Substring?, local: Substring) {
        for scheme in ["http://", "https://"] where uri.prefix(scheme.count).lowercased() == scheme {
            let rest = uri.dropFirst(scheme.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            return (rest[..<end], rest[end...])
        }
        return (nil, uri[...])
    }
}
