import Reporting

/// `secureStorage`: get, set, remove, clear.
struct SecureStorageHandler: BridgeHandler {
    let domain = BridgeDomain.secureStorage
    let provider: (any SecureStorageProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        func key() throws(BridgeError) -> String { try request.required("key", or: .missingKey) }
        switch request.method {
        case "get":
            let value = try await provider.value(for: key())
            return ["value": value.map { .string($0) } ?? .null]
        case "set":
            let key = try key()
            guard let value = request.parameters.string("value") else {
                throw BridgeError(.missingValue, "The parameter value is missing.")
            }
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
