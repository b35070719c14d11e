/// A way to a host that speaks the bridge's protocol: what a test has to provide for each.
package struct BridgeTransport: Sendable {
    /// Sends one message.
    let send: @Sendable (String) async throws -> Void
    /// Every message of the host, until it has gone.
    let messages: AsyncStream<String>

    package init(messages: AsyncStream<String>, send: @escaping @Sendable (String) async throws -> Void) {
        self.messages = messages
        self.send = send
    }
}

/// What a host does that the protocol does not allow, or does not do that it demands.
package struct Violation: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
