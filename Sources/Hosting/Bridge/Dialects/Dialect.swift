/// The protocols that a session can speak. The raw value is what the command line calls it.
public enum Dialect: String, Sendable, CaseIterable {
    /// Envelopes of the Self SDK: `SelfDialect`.
    case selfSDK = "self"
    /// Capabilities as GBG's bridge has them: `GBGDialect`.
    case gbg
    /// Journeys of steps as IDWise has them: `IDWiseDialect`.
    case idwise
    /// Named events as Legitimuz has them: `LegitimuzDialect`.
    case legitimuz
}

extension BridgeSession {
    /// A session in a dialect.
    ///
    /// - Parameters:
    ///   - dialect: the protocol that the page speaks.
    ///   - registry: what this host has.
    ///   - results: what `scanMRZ` of the Self SDK answers with; the other dialects have shapes of their own.
    ///   - form: how a message is written.
    ///   - environment: clocks and identifiers.
    ///   - report: hears what the page tells its host: that it is ready, its result, its console.
    ///   - send: as for the other initialiser.
    public convenience init(
        _ dialect: Dialect, registry: ProviderRegistry, results: ResultShape = .union, form: Form = .json,
        environment: BridgeEnvironment = .system, report: @escaping @Sendable (HostEvent) -> Void = { _ in },
        send: @escaping @Sendable ([UInt8]) -> Void
    ) {
        let spoken: any BridgeDialect =
            switch dialect {
            case .selfSDK:
                SelfDialect(
                    router: MessageRouter(registry: registry, results: results), environment: environment)
            case .gbg: GBGDialect(registry: registry, environment: environment)
            case .idwise: IDWiseDialect(registry: registry, environment: environment)
            case .legitimuz: LegitimuzDialect(registry: registry)
            }
        report(.connected(dialect))
        self.init(spoken, form: form, report: report, send: send)
    }
}
