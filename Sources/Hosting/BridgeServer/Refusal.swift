/// Why a request is turned away.
package enum Refusal: String, Sendable, CaseIterable {
    /// The `Host` field is missing or names a host that is not ours: DNS rebinding.
    case host
    /// A page of another origin.
    case origin
    /// The token is missing or wrong.
    case token
    /// Too many connections, WebSockets, viewers or uploads.
    case busy
    /// An upload, a message or a rate beyond its limit.
    case size
    case rate
    /// The request did not come within its time.
    case slow
    /// The request is not as its protocol has it.
    case malformed
}
