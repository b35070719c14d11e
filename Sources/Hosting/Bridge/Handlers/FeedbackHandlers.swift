import JSON

/// `haptic`: impact, notification, selection, trigger, and whatever else. It never fails, whether there is anything to
/// feel or not. Contract 000, chunk 3B.
struct HapticHandler: BridgeHandler {
    let domain = BridgeDomain.haptic
    let provider: (any HapticProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let effect = HapticEffect(request.method, request.parameters)
        context.report(.haptic(effect))
        await provider?.perform(effect)
        return .null
    }
}

/// `analytics`: every event that there is, and those to come. They never fail. Contract 000, chunk 3C.
struct AnalyticsHandler: BridgeHandler {
    let domain = BridgeDomain.analytics
    let provider: (any AnalyticsProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        context.report(.analytics(request.method, .object(request.parameters.members)))
        await provider?.track(request.method, request.parameters)
        return .null
    }
}
