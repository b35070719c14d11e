import JSON

/// `crypto`: generateKey, getPublicKey, sign, deleteKey. Keys and signatures are bare base64. Contract 000, chunk 3C.
struct CryptoHandler: BridgeHandler {
    let domain = BridgeDomain.crypto
    let provider: (any CryptoProvider)?
    let biometrics: (any BiometricsProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        func reference() throws(BridgeError) -> String { try request.required("keyRef", or: .missingKeyReference) }
        switch request.method {
        case "generateKey":
            let reference = try reference()
            try await request.admitted(by: biometrics)
            try await provider.generateKey(reference)
            return ["keyRef": .string(reference), "success": .bool(true)]
        case "getPublicKey":
            return try await provider.publicKey(reference()).map { .string(Base64.text(of: $0)) } ?? .null
        case "sign":
            let reference = try reference()
            let data = try data(of: request)
            try await request.admitted(by: biometrics)
            return .string(Base64.text(of: try await provider.sign(data, with: reference)))
        case "deleteKey":
            try await provider.deleteKey(reference())
            return .null
        default: throw request.methodNotFound
        }
    }

    /// What is to be signed: the text itself in UTF-8, or with `encoding` `base64` the bytes that it stands for.
    private func data(of request: BridgeRequest) throws(BridgeError) -> [UInt8] {
        guard let text = request.parameters.text("data") else {
            throw BridgeError(.missingData, "The parameter 'data' is missing.")
        }
        switch request.parameters.string("encoding") {
        case nil, "utf8", "utf-8": return Array(text.utf8)
        case "base64":
            guard let bytes = Base64.bytes(of: text) else {
                throw BridgeError(.invalidData, "The parameter 'data' is not base64.")
            }
            return bytes
        default: throw BridgeError(.invalidData, "The encoding is to be utf8 or base64.")
        }
    }
}
