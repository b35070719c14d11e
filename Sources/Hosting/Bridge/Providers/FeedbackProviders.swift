import JSON

/// What a page lets the person feel. Contract 000, chunk 3A, HapticProvider; `trigger` is contract 001's.
public enum HapticEffect: Sendable, Equatable {
    /// `light`, `medium` or `heavy`.
    case impact(style: String)
    /// `success`, `warning` or `error`.
    case notification(type: String)
    case selection
    /// An effect of any other name, with what it says of itself.
    case other(String, BridgeParameters)

    /// Reads a request; whatever it says, it asks for something.
    init(_ method: String, _ parameters: BridgeParameters) {
        switch method {
        case "impact": self = .impact(style: parameters.text("style") ?? "medium")
        case "notification": self = .notification(type: parameters.text("type") ?? "success")
        case "selection": self = .selection
        default: self = .other(method, parameters)
        }
    }

    var members: [JSONValue.Member] {
        switch self {
        case .impact(let style): [.init("method", "impact"), .init("style", .string(style))]
        case .notification(let type): [.init("method", "notification"), .init("type", .string(type))]
        case .selection: [.init("method", "selection")]
        case .other(let method, let parameters):
            [.init("method", .string(method)), .init("data", .object(parameters.members))]
        }
    }
}

/// Lets the person feel something.
public protocol HapticProvider: Sendable {
    func perform(_ effect: HapticEffect) async
}

/// A machine that nobody holds in the hand.
public struct NoHaptics: HapticProvider {
    public init() {}
    public func perform(_ effect: HapticEffect) async {}
}

/// Takes what a page reports about its own use.
public protocol AnalyticsProvider: Sendable {
    /// - Parameters:
    ///   - event: the method by which the page reports it: any.
    ///   - parameters: what it reports.
    func track(_ event: String, _ parameters: BridgeParameters) async
}

/// Nobody counts. What pages report may be personal data, so it is kept nowhere.
public struct NoAnalytics: AnalyticsProvider {
    public init() {}
    public func track(_ event: String, _ parameters: BridgeParameters) async {}
}
