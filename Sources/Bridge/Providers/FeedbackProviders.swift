/// Lets the person feel something.
public protocol HapticProvider: Sendable {
    func trigger() async
}

/// A machine that nobody holds in the hand.
public struct NoHaptics: HapticProvider {
    public init() {}
    public func trigger() async {}
}

/// Takes what a page reports about its own use.
public protocol AnalyticsProvider: Sendable {
    func track(_ parameters: BridgeParameters) async
}

/// Nobody counts. What pages report may be personal data, so it is kept nowhere.
public struct NoAnalytics: AnalyticsProvider {
    public init() {}
    public func track(_ parameters: BridgeParameters) async {}
}
