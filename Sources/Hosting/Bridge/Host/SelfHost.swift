public import JSON
import Threads

/// A host for pages of the Self SDK in a Swift program: configured once, then launched for each verification.
///
/// Contract 000: `configure`, `isConfigured`, `launch` with onSuccess, onFailure and onCancelled.
public final class SelfHost: Sendable {
    /// How a launch ends; one of them is called, once.
    public struct Callbacks: Sendable {
        public var onSuccess: @Sendable (JSONValue) -> Void
        public var onFailure: @Sendable (BridgeError) -> Void
        public var onCancelled: @Sendable () -> Void

        public init(
            onSuccess: @escaping @Sendable (JSONValue) -> Void, onFailure: @escaping @Sendable (BridgeError) -> Void,
            onCancelled: @escaping @Sendable () -> Void
        ) {
            self.onSuccess = onSuccess
            self.onFailure = onFailure
            self.onCancelled = onCancelled
        }
    }

    private struct State: Sendable {
        var registry: ProviderRegistry?
        var launch: Launch?
        var next = 0
    }

    private struct Launch: Sendable {
        let number: Int
        var watch = OutcomeWatch()
        var session: BridgeSession?
    }

    private let results: ResultShape
    private let environment: BridgeEnvironment
    private let state = Monitor(State())

    public init(results: ResultShape = .union, environment: BridgeEnvironment = .system) {
        self.results = results
        self.environment = environment
    }

    /// Says what the host has to offer, for the launches to come.
    public func configure(_ registry: ProviderRegistry) { state.update { $0.registry = registry } }

    /// Whether everything is there that a launch needs.
    public var isConfigured: Bool { state.update { $0.registry?.isConfigured ?? false } }

    /// Whether a page is open.
    public var isLaunched: Bool { state.update { $0.launch != nil } }

    /// Opens the page and returns when it is shown; one of the callbacks says how it ended.
    ///
    /// - Parameters:
    ///   - request: what the page is to do, in its own words.
    ///   - callbacks: called once, from any thread, when the page has decided; the page is closed by then.
    /// - Throws: `NOT_CONFIGURED` when a provider is missing, `CAPABILITY_MISSING` when the page requires what this
    ///   host lacks, `INTERNAL_ERROR` when a page is open, or what the web view throws. No callback is called then.
    public func launch(_ request: JSONValue?, _ callbacks: Callbacks) async throws(BridgeError) {
        guard var registry = state.update({ $0.registry }), registry.isConfigured, let view = registry.webView else {
            throw BridgeError(
                .notConfigured, "The host lacks providers: call configure(_:) with all of them before launch.")
        }
        registry.host.request = request ?? registry.host.request
        let missing = registry.host.missingCapabilities(in: registry)
        guard missing.isEmpty else {
            throw BridgeError(
                .capabilityMissing, "This host lacks what the page requires.",
                details: ["capabilities": .array(missing.map { .string($0) })])
        }
        let number = state.update { state -> Int? in
            guard state.launch == nil else { return nil }
            state.next += 1
            state.launch = Launch(number: state.next)
            return state.next
        }
        guard let number else { throw BridgeError(.internalError, "A page is open already.") }
        let session = BridgeSession(
            .selfSDK, registry: registry, results: results, form: .javaScript, environment: environment,
            report: { [self] event in handle(event, number, view, callbacks) },
            send: { view.evaluate(String(decoding: $0, as: UTF8.self)) })
        state.update { if $0.launch?.number == number { $0.launch?.session = session } }
        do throws(BridgeError) {
            try await view.open(registry.host) { session.receive($0) }
        } catch {
            state.update { if $0.launch?.number == number { $0.launch = nil } }
            session.close()
            throw error
        }
    }

    /// The person at the host calls it off: the page is closed and `onCancelled` called.
    public func cancel() {
        guard let session = state.update({ $0.launch?.session }) else { return }
        session.cancelJourney()
        session.emit(.dismissed)
    }

    private func handle(_ event: HostEvent, _ number: Int, _ view: any WebViewProvider, _ callbacks: Callbacks) {
        let ended = state.update { state -> (HostOutcome, BridgeSession?)? in
            guard state.launch?.number == number else { return nil }
            state.launch?.watch.hear(event)
            guard let outcome = state.launch?.watch.outcome else { return nil }
            defer { state.launch = nil }
            return (outcome, state.launch?.session)
        }
        guard let (outcome, session) = ended else { return }
        Task {
            // The page hears that its result was taken before it is closed.
            session?.cancel()
            await session?.finished()
            session?.close()
            await view.dismiss()
            switch outcome {
            case .success(let data): callbacks.onSuccess(data)
            case .failure(let error): callbacks.onFailure(error)
            case .cancelled: callbacks.onCancelled()
            }
        }
    }
}

extension ProviderRegistry {
    /// Whether every domain has something behind it that a launch needs. Contract 000, chunk 3A: haptics, analytics and
    /// the life cycle may be missing.
    public var isConfigured: Bool {
        nfc != nil && biometrics != nil && secureStorage != nil && crypto != nil && camera != nil && documents != nil
            && webView != nil
    }
}
