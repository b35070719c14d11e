import JSON

/// `secureStorage`: get, set, remove as in contract 000, chunk 3B; clear besides.
struct SecureStorageHandler: BridgeHandler {
    let domain = BridgeDomain.secureStorage
    let provider: (any SecureStorageProvider)?
    let biometrics: (any BiometricsProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        func key() throws(BridgeError) -> String { try request.required("key", or: .missingKey) }
        switch request.method {
        case "get":
            let key = try key()
            try await request.admitted(by: biometrics)
            return try await provider.value(for: key).map { .string($0) } ?? .null
        case "set":
            let key = try key()
            guard let value = request.parameters.text("value") else {
                throw BridgeError(.missingValue, "The parameter 'value' is missing.")
            }
            // What nobody could ever fetch again is not taken either.
            try await request.admitted(by: biometrics)
            try await provider.set(value, for: key)
            return .null
        case "remove":
            try await provider.remove(key())
            return .null
        case "clear":
            try await provider.clear()
            return .null
        default: throw request.methodNotFound
        }
    }
}
