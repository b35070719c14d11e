import Bridge
import JSON

/// Has a place for everything and nothing in it.
struct Shelf: SecureStorageProvider, DocumentsProvider, CryptoProvider {
    func value(for key: String) async throws(BridgeError) -> String? { nil }
    func set(_ value: String, for key: String) async throws(BridgeError) {}
    func remove(_ key: String) async throws(BridgeError) {}
    func clear() async throws(BridgeError) {}
    func catalog() async throws(BridgeError) -> JSONValue? { nil }
    func save(catalog: JSONValue) async throws(BridgeError) {}
    func document(_ id: String) async throws(BridgeError) -> JSONValue? { nil }
    func save(_ document: JSONValue, as id: String) async throws(BridgeError) {}
    func delete(_ id: String) async throws(BridgeError) {}
    func list() async throws(BridgeError) -> [String] { [] }
    func generateKey(_ reference: String) async throws(BridgeError) {}
    func publicKey(_ reference: String) async throws(BridgeError) -> [UInt8]? { nil }
    func sign(_ data: [UInt8], with reference: String) async throws(BridgeError) -> [UInt8] { [] }
    func deleteKey(_ reference: String) async throws(BridgeError) {}
}
