/// What a request asks for: a path, which is compared and never opened, and a token.
package struct RequestTarget: Equatable {
    package let path: Substring
    package let token: Substring?

    /// - Parameter uri: in origin form, RFC 9112, 3.2.1. Anything else has a path that nothing answers to.
    package init(_ uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first ?? ""
        token =
            parts.count < 2
            ? nil
            : parts[1].split(separator: "&").first { $0.hasPrefix("token=") }?.dropFirst("token=".count)
    }
}
