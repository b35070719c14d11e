import Reporting

/// `haptic`: trigger. It never fails, whatever it is asked to let people feel.
struct HapticHandler: BridgeHandler {
    let domain = BridgeDomain.haptic
    let provider: (any HapticProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        guard request.method == "trigger" else { throw request.methodNotFound }
        await provider.trigger()
        return .null
    }
}

/// `analytics`: trackEvent, trackNfcEvent, logNfcEvent. They never fail, whatever they report.
struct AnalyticsHandler: BridgeHandler {
    let domain = BridgeDomain.analytics
    let provider: (any AnalyticsProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        guard ["trackEvent", "trackNfcEvent", "logNfcEvent"].contains(request.method) else {
            throw request.methodNotFound
        }
        await provider.track(request.parameters)
        return .null
    }
}
