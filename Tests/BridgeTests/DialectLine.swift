import Bridge
import Reporting
import Testing

extension Wiretap {
    /// A session in another dialect.
    convenience init(
        _ dialect: Dialect, _ registry: ProviderRegistry, time: TestEnvironment = TestEnvironment(),
        report: @escaping @Sendable (HostEvent) -> Void = { _ in }
    ) {
        self.init { send in
            BridgeSession(dialect, registry: registry, environment: time.environment, report: report, send: send)
        }
    }
}

/// Reads every picture as the same documents.
struct ScriptedImages: ImageProvider {
    var result: Result<[MRZReport], BridgeError>

    func documents(in file: [UInt8]) async throws(BridgeError) -> [MRZReport] { try result.get() }
}
