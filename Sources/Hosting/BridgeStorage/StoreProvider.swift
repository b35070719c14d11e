public import Bridge
import Crypto
import Dispatch
public import JSON

/// The bridge's secure storage, documents and keys over one store. What touches the disk happens on a queue of its own,
/// one after the other.
public final class StoreProvider: Sendable {
    private let store: SealedStore
    private let queue = DispatchQueue(label: "mrz-scan.store")

    public init(_ store: SealedStore) { self.store = store }

    /// Does something with the store, off the threads that Swift's tasks share.
    func with<Value: Sendable>(
        _ body: @escaping @Sendable (SealedStore) throws(StorageError) -> Value
    ) async throws(BridgeError) -> Value {
        let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
            queue.async { [store] in
                continuation.resume(returning: Result { () throws(StorageError) in try body(store) })
            }
        }
        do throws(StorageError) {
            return try result.get()
        } catch {
            throw BridgeError(.providerError, error.message, details: ["reason": .string(error.code.rawValue)])
        }
    }
}

extension StoreProvider: SecureStorageProvider {
    public func value(for key: String) async throws(BridgeError) -> String? {
        let value = try await with { store throws(StorageError) in try store.value(of: key, in: .secureStorage) }
        return value.map { String(decoding: $0, as: UTF8.self) }
    }

    public func set(_ value: String, for key: String) async throws(BridgeError) {
        try await with { store throws(StorageError) in
            try store.set(Array(value.utf8), for: key, in: .secureStorage)
        }
    }

    public func remove(_ key: String) async throws(BridgeError) {
        try await with { store throws(StorageError) in try store.remove(key, from: .secureStorage) }
    }

    public func clear() async throws(BridgeError) {
        try await with { store throws(StorageError) in try store.removeAll(from: .secureStorage) }
    }
}

extension StoreProvider: DocumentsProvider {
    public func catalog() async throws(BridgeError) -> JSONValue? { try await json("catalog", in: .catalog) }

    public func save(catalog: JSONValue) async throws(BridgeError) {
        try await save(catalog, "catalog", in: .catalog)
    }

    public func document(_ id: String) async throws(BridgeError) -> JSONValue? { try await json(id, in: .documents) }

    public func save(_ document: JSONValue, as id: String) async throws(BridgeError) {
        try await save(document, id, in: .documents)
    }

    public func delete(_ id: String) async throws(BridgeError) {
        try await with { store throws(StorageError) in try store.remove(id, from: .documents) }
    }

    public func list() async throws(BridgeError) -> [String] {
        try await with { store throws(StorageError) in try store.names(in: .documents) }
    }

    fileprivate func json(_ name: String, in namespace: SealedStore.Namespace) async throws(BridgeError) -> JSONValue? {
        let text = try await with { store throws(StorageError) in try store.value(of: name, in: namespace) }
        return text.flatMap { JSONValue(reading: $0, limits: .init(maxBytes: .max, maxDepth: 64, maxValues: .max)) }
    }

    fileprivate func save(_ value: JSONValue, _ name: String, in namespace: SealedStore.Namespace)
        async throws(BridgeError)
    {
        try await with { store throws(StorageError) in try store.set(Array(value.text.utf8), for: name, in: namespace) }
    }
}

extension StoreProvider: JourneyStore {
    public func journey(_ id: String) async throws(BridgeError) -> JSONValue? { try await json(id, in: .journeys) }

    /// A store is not to collect the visitors of years, nor to be full of them.
    private static let maxJourneys = 1000

    /// Takes the place of the one that was saved longest ago where there are as many as are kept: before it is saved, for
    /// which a store that is full of them has no room.
    public func save(journey: JSONValue, as id: String) async throws(BridgeError) {
        try await with { store throws(StorageError) in
            try store.removeOldest(from: .journeys, leaving: Self.maxJourneys - 1)
        }
        try await save(journey, id, in: .journeys)
    }
}
