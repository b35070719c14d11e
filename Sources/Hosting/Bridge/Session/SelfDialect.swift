public import Reporting

/// The protocol of the Self SDK: requests, responses and events in envelopes of version 1.
public struct SelfDialect: BridgeDialect {
    private let router: MessageRouter
    private let surroundings: BridgeSurroundings
    private let limits: JSONValue.Limits

    public var maxMessageBytes: Int { limits.maxBytes }

    public init(
        router: MessageRouter, surroundings: BridgeSurroundings = .system, limits: JSONValue.Limits = .init()
    ) {
        self.router = router
        self.surroundings = surroundings
        self.limits = limits
    }

    /// The event of a domain, by both their names: `lifecycle.cancel`.
    public func event(_ name: String, _ data: JSONValue) -> BridgeMessage? {
        let parts = name.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let domain = BridgeDomain(rawValue: String(parts[0])) else { return nil }
        return .event(surroundings.stamp, domain, name: String(parts[1]), data: data)
    }

    public func answer(_ message: [UInt8], on line: BridgeLine) async {
        switch BridgeRequest.reading(message, limits: limits) {
        case .noMessage: break
        case .other(let message): line.heed(message)
        case .refused(let address, let error): line.say(.refusal(surroundings.stamp, to: address, error))
        case .otherVersion(let request, let version):
            let error = BridgeError(
                .unsupportedVersion, "Expected protocol version \(BridgeMessage.version), got \(version)")
            line.say(.response(surroundings.stamp, to: request, .failure(error)))
        case .request(let request):
            let surroundings = surroundings
            let context = BridgeContext(session: line.session, report: line.report) { domain, name, data in
                line.say(.event(surroundings.stamp, domain, name: name, data: data))
            }
            let outcome = await router.outcome(of: request, in: context)
            line.say(.response(surroundings.stamp, to: request, outcome))
        }
    }
}
