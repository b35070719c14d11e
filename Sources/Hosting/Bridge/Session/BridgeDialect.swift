public import JSON

/// A protocol that pages and hosts speak. One value serves one session.
public protocol BridgeDialect: Sendable {
    /// Longer messages are dropped unread.
    var maxMessageBytes: Int { get }

    /// What the page is told of a message that was dropped so; nil where the protocol has no way to say it.
    var refusalOfLongMessage: BridgeMessage? { get }

    /// Does what a message asks for, and answers. What can't be understood is dropped.
    ///
    /// Everything up to the first `await` that suspends happens before the next message is looked at.
    func answer(_ message: [UInt8], on line: BridgeLine) async

    /// Something that the host tells its page unasked; nil where the protocol has no way to say it.
    func event(_ name: String, _ data: JSONValue) -> BridgeMessage?

    /// The session is over: whatever the dialect has begun for it is to end.
    func end(_ session: SessionIdentity)
}

extension BridgeDialect {
    public var refusalOfLongMessage: BridgeMessage? { nil }
    public func event(_ name: String, _ data: JSONValue) -> BridgeMessage? { nil }
    public func end(_ session: SessionIdentity) {}
}

/// The way back to the page.
public struct BridgeLine: Sendable {
    public let session: SessionIdentity
    public let say: @Sendable (BridgeMessage) -> Void
    /// Tells the host's program what the page has said or decided.
    public let report: @Sendable (HostEvent) -> Void

    public init(
        session: SessionIdentity, report: @escaping @Sendable (HostEvent) -> Void = { _ in },
        say: @escaping @Sendable (BridgeMessage) -> Void
    ) {
        self.session = session
        self.report = report
        self.say = say
    }
}
