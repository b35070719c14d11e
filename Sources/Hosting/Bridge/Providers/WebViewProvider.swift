/// Shows the page of the SDK. Contract 000, chunk 3A, WebViewProvider.
public protocol WebViewProvider: Sendable {
    /// Shows the page.
    ///
    /// - Parameters:
    ///   - host: what the host says of itself, and what it wants done.
    ///   - receive: takes each message that the page posts to its host, from any thread.
    /// - Throws: why it can't be shown.
    func open(
        _ host: HostDescription, receive: @escaping @Sendable ([UInt8]) -> Void
    ) async throws(BridgeError)
    /// Runs a script in the page. It must not block for long.
    func evaluate(_ script: String)
    /// Closes the page.
    func dismiss() async
}
