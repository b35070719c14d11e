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

    public func answer(_ message: [UInt8], on line: BridgeLine) async {
        switch BridgeRequest.reading(message, limits: limits) {
        case .noRequest: break
        case .otherVersion(let request, let version):
            let error = BridgeError(
                .unsupportedVersion, "Expected protocol version \(BridgeMessage.version), got \(version)")
            line.say(.response(surroundings.stamp, to: request, .failure(error)))
        case .request(let request):
            let surroundings = surroundings
            let context = BridgeContext(session: line.session) { domain, name, data in
                line.say(.event(surroundings.stamp, domain, name: name, data: data))
            }
            let outcome = await router.outcome(of: request, in: context)
            line.say(.response(surroundings.stamp, to: request, outcome))
        }
    }
}
