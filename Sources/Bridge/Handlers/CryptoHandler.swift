import Reporting

/// `crypto`: generateKey, getPublicKey, sign, deleteKey. Bytes are base64.
struct CryptoHandler: BridgeHandler {
    let domain = BridgeDomain.crypto
    let provider: (any CryptoProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        func reference() throws(BridgeError) -> String { try request.required("keyRef", or: .missingKeyReference) }
        switch request.method {
        case "generateKey":
            let reference = try reference()
            try await provider.generateKey(reference)
            return ["keyRef": .string(reference), "success": .bool(true)]
        case "getPublicKey":
            return ["publicKey": .string(Base64.text(of: try await provider.publicKey(reference())))]
        case "sign":
            let reference = try reference()
            guard let text = request.parameters.string("data") else {
                throw BridgeError(.missingData, "The parameter data is missing.")
            }
            guard let data = Base64.bytes(of: text) else {
                throw BridgeError(.invalidData, "The parameter data is no base64.")
            }
            return ["signature": .string(Base64.text(of: try await provider.sign(data, with: reference)))]
        case "deleteKey":
            try await provider.deleteKey(reference())
            return .null
        default: throw request.methodNotFound
        }
    }
}
