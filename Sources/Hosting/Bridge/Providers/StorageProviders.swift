public import JSON

/// Keeps texts for a page, encrypted.
public protocol SecureStorageProvider: Sendable {
    /// Nil when there is none under that key.
    func value(for key: String) async throws(BridgeError) -> String?
    func set(_ value: String, for key: String) async throws(BridgeError)
    /// Nothing happens when there is none.
    func remove(_ key: String) async throws(BridgeError)
    func clear() async throws(BridgeError)
}

/// Keeps documents for a page, encrypted.
public protocol DocumentsProvider: Sendable {
    /// Nil when none has been saved.
    func catalog() async throws(BridgeError) -> JSONValue?
    func save(catalog: JSONValue) async throws(BridgeError)
    /// Nil when there is none of that name.
    func document(_ id: String) async throws(BridgeError) -> JSONValue?
    func save(_ document: JSONValue, as id: String) async throws(BridgeError)
    /// Nothing happens when there is none.
    func delete(_ id: String) async throws(BridgeError)
    /// The names of all, in order.
    func list() async throws(BridgeError) -> [String]
}

/// Keeps keys for a page and signs with them.
public protocol CryptoProvider: Sendable {
    /// - Throws: `KEY_ALREADY_EXISTS`.
    func generateKey(_ reference: String) async throws(BridgeError)
    /// The public key as the uncompressed point of ANSI X9.63: 4, then both coordinates, 65 bytes; nil when there is no
    /// such key. Contract 000, chunk 3C.
    func publicKey(_ reference: String) async throws(BridgeError) -> [UInt8]?
    /// An ECDSA signature over the SHA-256 of the data, in DER.
    ///
    /// - Throws: `KEY_NOT_FOUND`.
    func sign(_ data: [UInt8], with reference: String) async throws(BridgeError) -> [UInt8]
    /// Nothing happens when there is none.
    func deleteKey(_ reference: String) async throws(BridgeError)
}
