package import Bridge

/// What a request asks for: a path, which is compared and never opened, a token, a ticket, and a dialect of the bridge.
package struct RequestTarget: Equatable {
    package let path: Substring
    package let token: Substring?
    /// For one scan.
    package let ticket: Substring?
    /// What `dialect` names, that of the Self SDK without it; nil for one that is not spoken.
    package let dialect: Dialect?
    /// What `id` and `part` name.
    package let id: Substring?
    package let part: Substring?

    /// - Parameter uri: in origin form, RFC 9112, 3.2.1. Anything else has a path that nothing answers to.
    package init(_ uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first ?? ""
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
}
