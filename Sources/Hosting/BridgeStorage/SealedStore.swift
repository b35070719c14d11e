import Crypto
internal import FoundationEssentials
import Hexadecimal

/// Entries in a folder, each an encrypted file: AES-256-GCM. Names are encrypted too; what can be seen is how many
/// entries there are in which namespace, how long they are and when they were written.
///
/// An entry that was changed, or put in another's place, does not open. One that was replaced by an older state of
/// itself does: whoever can write the folder can bring back the past.
public struct SealedStore: Sendable {
    /// A part of the store with names of its own.
    public enum Namespace: String, Sendable, CaseIterable {
        case secureStorage
        case documents
        case keys
        case catalog
        case journeys
    }

    /// The longest name in bytes.
    static let maxNameBytes = 4096

    private let folder: StoreFolder
    private let names: SymmetricKey
    private let contents: SymmetricKey

    /// Opens the store in a folder, and makes it if it is not there.
    ///
    /// - Throws: `wrong_key` when it was made with another key, `io`.
    public init(folder path: String, key: StoreKey) throws(StorageError) {
        folder = try StoreFolder(path)
        func derived(_ purpose: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key.bytes, info: Array("mrz-scan store 1 \(purpose)".utf8), outputByteCount: 32)
        }
        names = derived("names")
        contents = derived("contents")
        try checkKey()
    }

    /// Nil when there is none of that name.
    ///
    /// - Throws: `damaged`, `io`.
    public func value(of name: String, in namespace: Namespace) throws(StorageError) -> [UInt8]? {
        let file = fileName(name, namespace)
        guard let sealed = try folder.bytes(of: file) else { return nil }
        return try opened(sealed, from: file).value
    }

    /// Takes the place of one of that name, unless `replacing` is false.
    ///
    /// - Throws: `exists`, `full`, `too_large`, `io`.
    public func set(
        _ value: [UInt8], for name: String, in namespace: Namespace, replacing: Bool = true
    ) throws(StorageError) {
        let nameBytes = Array(name.utf8)
        guard nameBytes.count <= Self.maxNameBytes else { throw StorageError(.tooLarge, "The name is too long.") }
        let length = [UInt8(nameBytes.count >> 8), UInt8(nameBytes.count & 0xFF)]
        let file = fileName(name, namespace)
        try folder.write(sealed(length + nameBytes + value, as: file), to: file, replacing: replacing)
    }

    /// Nothing happens when there is none of that name.
    ///
    /// - Throws: `io`.
    public func remove(_ name: String, from namespace: Namespace) throws(StorageError) {
        try folder.remove(fileName(name, namespace))
    }

    /// - Throws: `io`.
    public func removeAll(from namespace: Namespace) throws(StorageError) {
        for file in try files(of: namespace) { try folder.remove(file) }
    }

    /// Removes those that were written longest ago, until no more than `count` are left.
    ///
    /// - Throws: `io`.
    public func removeOldest(from namespace: Namespace, leaving count: Int) throws(StorageError) {
        let files = try files(of: namespace)
        guard files.count > count else { return }
        var dated: [(file: String, written: Int)] = []
        for file in files {
            if let written = try folder.timeOfWriting(file) { dated.append((file, written)) }
        }
        for (file, _) in dated.sorted(by: { $0.written < $1.written }).dropLast(count) { try folder.remove(file) }
    }

    /// The names of all entries, in order.
    ///
    /// - Throws: `damaged`, `io`.
    public func names(in namespace: Namespace) throws(StorageError) -> [String] {
        var names: [String] = []
        for file in try files(of: namespace) {
            if let sealed = try folder.bytes(of: file) { names.append(try opened(sealed, from: file).name) }
        }
        return names.sorted()
    }

    private func files(of namespace: Namespace) throws(StorageError) -> [String] {
        try folder.names().filter { $0.hasPrefix(namespace.rawValue + ".") }
    }

    private func fileName(_ name: String, _ namespace: Namespace) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array("\(namespace.rawValue)\0\(name)".utf8), using: names)
        return "\(namespace.rawValue)." + code.hexadecimal()
    }

    /// Nonce, content and tag. The name of the file is bound to it, so that files can't be exchanged.
    private func sealed(_ bytes: [UInt8], as file: String) throws(StorageError) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(bytes, using: contents, authenticating: Array(file.utf8))
            return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw StorageError(.io, "The value could not be encrypted.")
        }
    }

    private func opened(_ sealed: [UInt8], from file: String) throws(StorageError) -> (name: String, value: [UInt8]) {
        let bytes: [UInt8]
        do {
            let box = try AES.GCM.SealedBox(combined: sealed)
            bytes = Array(try AES.GCM.open(box, using: contents, authenticating: Array(file.utf8)))
        } catch {
            throw StorageError(.damaged, "An entry of the store was not written with this key, or has been changed.")
        }
        guard bytes.count >= 2, case let length = Int(bytes[0]) << 8 | Int(bytes[1]), bytes.count >= 2 + length else {
            throw StorageError(.damaged, "An entry of the store is not whole.")
        }
        return (String(decoding: bytes[2..<(2 + length)], as: UTF8.self), Array(bytes[(2 + length)...]))
    }

    /// An entry under a name that does not depend on the key says whether the key is the right one.
    private func checkKey() throws(StorageError) {
        let file = "store"
        if let sealed = try folder.bytes(of: file) {
            do throws(StorageError) {
                _ = try opened(sealed, from: file)
            } catch {
                throw StorageError(.wrongKey, "This key does not open the store.")
            }
            return
        }
        do throws(StorageError) {
            try folder.write(sealed([0, 0], as: file), to: file, replacing: false)
        } catch  where error.code == .exists {
            try checkKey()
        }
    }
}
