import JSON

/// `documents`: loadCatalog, saveCatalog, loadById, save, delete as in contract 001, with `id` and `data`; get, set,
/// remove and list as in contract 000, chunk 3C, with `key` and `value`. Each takes the names of the other.
struct DocumentsHandler: BridgeHandler {
    let domain = BridgeDomain.documents
    let provider: (any DocumentsProvider)?
    let biometrics: (any BiometricsProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        let parameters = request.parameters
        func id() throws(BridgeError) -> String { try request.required("id", "key", or: .missingID) }
        switch request.method {
        case "loadCatalog": return try await provider.catalog() ?? ["documents": []]
        case "saveCatalog":
            guard let catalog = parameters["catalog"] ?? parameters["data"] else {
                throw BridgeError(.missingData, "The parameter 'catalog' is missing.")
            }
            try await provider.save(catalog: catalog)
            return .null
        case "loadById", "get":
            let id = try id()
            try await request.admitted(by: biometrics)
            return try await provider.document(id) ?? .null
        case "save", "set":
            let id = try id()
            guard let document = parameters["data"] ?? parameters["document"] ?? parameters["value"] else {
                throw BridgeError(.missingDocument, "The parameter 'data' is missing.")
            }
            try await request.admitted(by: biometrics)
            try await provider.save(document, as: id)
            return .null
        case "delete", "remove":
            try await provider.delete(id())
            return .null
        case "list": return .array(try await provider.list().map { .string($0) })
        default: throw request.methodNotFound
        }
    }
}
