public import Bridge

/// Our side of one WebSocket: what answers a page. It must not block; what takes long belongs on a thread of its own.
public protocol BridgePeer: Sendable {
    /// One message of the page, whole.
    func receive(_ message: [UInt8])
    /// Messages that came in and are not done with.
    var pendingCount: Int { get }
    /// The page has gone.
    func close()
}

extension BridgeSession: BridgePeer {}

/// What stands behind the server's doors.
public struct ServerServices: Sendable {
    public typealias OpenBridge =
        @Sendable (Dialect, _ send: @escaping @Sendable ([UInt8]) -> Void) -> any BridgePeer

    /// Opens the bridge for a connection that speaks a dialect; `send` takes messages to the page from any thread.
    public let openBridge: OpenBridge
    /// Makes what reads uploads, once on every thread that does.
    public let makeReader: @Sendable () -> (Upload) -> UploadAnswer
    public let viewfinder: Viewfinder
    /// Hears that a browser was to go to a page of the bundle that is not there.
    public let navigationFailed: @Sendable () -> Void

    public init(
        viewfinder: Viewfinder, navigationFailed: @escaping @Sendable () -> Void = {},
        makeReader: @escaping @Sendable () -> (Upload) -> UploadAnswer,
        openBridge: @escaping OpenBridge
    ) {
        self.viewfinder = viewfinder
        self.navigationFailed = navigationFailed
        self.makeReader = makeReader
        self.openBridge = openBridge
    }
}
