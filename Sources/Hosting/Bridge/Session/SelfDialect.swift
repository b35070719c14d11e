public import JSON

/// The protocol of the Self SDK: requests, responses and events in envelopes of version 1.
public struct SelfDialect: BridgeDialect {
    private let router: MessageRouter
    private let environment: BridgeEnvironment
    private let limits: JSONValue.Limits

    public var maxMessageBytes: Int { limits.maxBytes }

    public init(
        router: MessageRouter, environment: BridgeEnvironment = .system, limits: JSONValue.Limits = .init()
    ) {
        self.router = router
        self.environment = environment
        self.limits = limits
    }

    /// The event of a domain, by both their names: `lifecycle.cancel`.
    public func event(_ name: String, _ data: JSONValue) -> BridgeMessage? {
        let parts = name.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let domain = BridgeDomain(rawValue: String(parts[0])) else { return nil }
        return .event(environment.stamp, domain, name: String(parts[1]), data: data)
    }

    public func answer(_ message: [UInt8], on line: BridgeLine) async {
        switch BridgeRequest.reading(message, limits: limits) {
        case .noMessage: break
        case .other(let message): line.handle(message)
        case .refused(let address, let error): line.say(.refusal(environment.stamp, to: address, error))
        case .otherVersion(let request, let version):
            let error = BridgeError(
                .unsupportedVersion, "Expected protocol version \(BridgeMessage.version), got \(version)")
            line.say(.response(environment.stamp, to: request, .failure(error)))
        case .request(let request):
            let environment = environment
            let context = BridgeContext(session: line.session, report: line.report) { domain, name, data in
                line.say(.event(environment.stamp, domain, name: name, data: data))
            }
            let outcome = await router.outcome(of: request, in: context)
            line.say(.response(environment.stamp, to: request, outcome))
        }
    }
}
