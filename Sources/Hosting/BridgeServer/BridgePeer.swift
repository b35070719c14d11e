public import Bridge

/// Our side of one WebSocket: what answers a page. It must not block; what takes long belongs on a thread of its own.
public protocol BridgePeer: Sendable {
    /// One message of the page, whole.
    func receive(_ message: [UInt8])
    /// A message was longer than the server takes; the connection ends with that.
    func refuseLongMessage()
    /// Messages that came in and are not done with.
    var pendingCount: Int { get }
    /// The page has gone.
    func close()
}

extension BridgePeer {
    public func refuseLongMessage() {}
}

extension BridgeSession: BridgePeer {}

/// What stands behind the server's endpoints.
public struct ServerServices: Sendable {
    public typealias OpenBridge =
        @Sendable (Dialect, _ send: @escaping @Sendable ([UInt8]) -> Void) -> any BridgePeer
    public typealias OpenVisitor =
        @Sendable (_ tell: @escaping @Sendable (LiveMessage) -> Void) -> any VisitorPeer

    /// Opens the bridge for a connection that speaks a dialect; `send` takes messages to the page from any thread.
    public let openBridge: OpenBridge
    /// Opens a scan for a visitor's own camera; `tell` takes what there is to say, from any thread. Nil when visitors'
    /// cameras are not for this server.
    public let openVisitor: OpenVisitor?
    /// Makes what reads uploads, once on every thread that does.
    public let makeReader: @Sendable () -> (Upload) -> UploadAnswer
    public let viewfinder: Viewfinder
    /// Hears that a browser was to go to a page of the bundle that is not there.
    public let navigationFailed: @Sendable () -> Void
    /// Makes what answers the page of a desk, once on the thread that does; nil for a host without one. With a desk the
    /// server has its page and no other endpoint.
    public var makeDesk: (@Sendable () -> (DeskRequest) -> DeskAnswer)?

    public init(
        viewfinder: Viewfinder, navigationFailed: @escaping @Sendable () -> Void = {},
        makeReader: @escaping @Sendable () -> (Upload) -> UploadAnswer, openVisitor: OpenVisitor? = nil,
        openBridge: @escaping OpenBridge
    ) {
        self.viewfinder = viewfinder
        self.navigationFailed = navigationFailed
        self.makeReader = makeReader
        self.openVisitor = openVisitor
        self.openBridge = openBridge
    }
}
