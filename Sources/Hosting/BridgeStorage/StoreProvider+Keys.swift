public import Bridge
import Crypto
internal import FoundationEssentials

/// Keys of the curve P-256, kept in the store. They are software: whoever has the store's key has them.
extension StoreProvider: CryptoProvider {
    public func generateKey(_ reference: String) async throws(BridgeError) {
        let key = Array(P256.Signing.PrivateKey().rawRepresentation)
        let isNew = try await with { store throws(StorageError) -> Bool in
            do throws(StorageError) {
                try store.set(key, for: reference, in: .keys, replacing: false)
                return true
            } catch  where error.code == .exists {
                return false
            }
        }
        guard isNew else { throw BridgeError(.keyAlreadyExists, "There is a key of that name already.") }
    }

    public func publicKey(_ reference: String) async throws(BridgeError) -> [UInt8]? {
        try await key(reference).map { Array($0.publicKey.x963Representation) }
    }

    public func sign(_ data: [UInt8], with reference: String) async throws(BridgeError) -> [UInt8] {
        guard let key = try await key(reference) else {
            throw BridgeError(.keyNotFound, "There is no key of that name.")
        }
        do {
            return Array(try key.signature(for: data).derRepresentation)
        } catch {
            throw BridgeError(.providerError, "The data could not be signed.")
        }
    }

    public func deleteKey(_ reference: String) async throws(BridgeError) {
        try await with { store throws(StorageError) in try store.remove(reference, from: .keys) }
    }

    private func key(_ reference: String) async throws(BridgeError) -> P256.Signing.PrivateKey? {
        guard let bytes = try await with({ store throws(StorageError) in try store.value(of: reference, in: .keys) })
        else { return nil }
        do {
            return try P256.Signing.PrivateKey(rawRepresentation: bytes)
        } catch {
            throw BridgeError(.providerError, "The stored value is not a key.")
        }
    }
}
