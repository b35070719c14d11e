import JSON

/// `lifecycle`: ready, dismiss, setResult, getConfig.
struct LifecycleHandler: BridgeHandler {
    let domain = BridgeDomain.lifecycle
    let registry: ProviderRegistry

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(registry.lifecycle)
        switch request.method {
        case "ready":
            context.report(.ready)
            await provider.ready()
            return .null
        case "dismiss":
            await registry.stop(for: context.session)
            context.report(.dismissed)
            await provider.dismiss()
            return .null
        case "setResult":
            let result = LifecycleResult(request.parameters)
            context.report(.result(result))
            // Contract 000, setResult: what was begun for the page ends with it.
            await registry.stop(for: context.session)
            await provider.setResult(result)
            return .null
        case "getConfig":
            return [
                "version": .integer(BridgeMessage.version), "protocolMinor": .integer(1), "capabilities": capabilities,
                "hostVersion": .string(registry.host.version), "request": registry.host.request ?? .null,
            ]
        default: throw request.methodNotFound
        }
    }

    /// What is really there: pages take an absent capability for one that is.
    private var capabilities: JSONValue {
        [
            "nfc": .bool(registry.nfc?.isSupported ?? false), "mrzCamera": .bool(registry.camera?.access == .granted),
            "biometrics": .bool(registry.biometrics?.isAvailable ?? false),
            "secureStorage": .bool(registry.secureStorage != nil), "documents": .bool(registry.documents != nil),
            "crypto": .bool(registry.crypto != nil), "custodyControls": .bool(false),
        ]
    }
}
