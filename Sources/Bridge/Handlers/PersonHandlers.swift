import Reporting

/// `biometrics`: isAvailable, getBiometryType, authenticate.
struct BiometricsHandler: BridgeHandler {
    let domain = BridgeDomain.biometrics
    let provider: (any BiometricsProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        switch request.method {
        case "isAvailable": return .bool(provider.isAvailable)
        case "getBiometryType": return .string(provider.kind)
        case "authenticate":
            try await provider.authenticate(reason: request.parameters.string("reason"))
            return .bool(true)
        default: throw request.methodNotFound
        }
    }
}

/// `nfc`: isSupported, scan, cancelScan.
struct NFCHandler: BridgeHandler {
    let domain = BridgeDomain.nfc
    let provider: (any NFCProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        switch request.method {
        case "isSupported": return .bool(provider.isSupported)
        case "scan": return try await provider.scan(request.parameters)
        case "cancelScan": return .null
        default: throw request.methodNotFound
        }
    }
}
