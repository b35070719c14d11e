public import JSON

/// Gives each request to the handler of its domain. Of two for one domain the one that came later counts.
public struct MessageRouter: Sendable {
    private var handlers: [BridgeDomain: any BridgeHandler] = [:]

    public init(_ handlers: [any BridgeHandler] = []) {
        for handler in handlers { register(handler) }
    }

    /// The handlers of every domain that a host answers for: all but navigation.
    public init(registry: ProviderRegistry, results: ResultShape = .union) {
        self.init([
            CameraHandler(camera: registry.camera, results: results), LifecycleHandler(registry: registry),
            HapticHandler(provider: registry.haptic), AnalyticsHandler(provider: registry.analytics),
            SecureStorageHandler(provider: registry.secureStorage, biometrics: registry.biometrics),
            DocumentsHandler(provider: registry.documents, biometrics: registry.biometrics),
            CryptoHandler(provider: registry.crypto, biometrics: registry.biometrics),
            BiometricsHandler(provider: registry.biometrics),
            NFCHandler(provider: registry.nfc),
        ])
    }

    public mutating func register(_ handler: any BridgeHandler) { handlers[handler.domain] = handler }

    /// What the request is answered with.
    public func outcome(of request: BridgeRequest, in context: BridgeContext) async -> Result<JSONValue, BridgeError> {
        guard let handler = handlers[request.domain] else {
            return .failure(
                BridgeError(.domainNotFound, "No handler for the domain \(request.domain.rawValue) on this host."))
        }
        do {
            return .success(try await handler.answer(request, in: context))
        } catch let error as BridgeError {
            return .failure(error)
        } catch {
            return .failure(BridgeError(.internalError, "\(error)"))
        }
    }
}
