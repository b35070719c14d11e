import Crypto
internal import FoundationEssentials
import Glibc
import Processes

/// The 256 bits that a store is encrypted with.
public struct StoreKey: Sendable {
    let bytes: SymmetricKey

    /// - Parameter text: 64 hexadecimal digits or the base64 of 32 bytes; blanks and line ends in it do not count.
    /// - Throws: `key_malformed`.
    public init(text: String) throws(StorageError) {
        let word = text.filter { !$0.isWhitespace }
        guard let bytes = Self.hexadecimal(word) ?? Data(base64Encoded: word).map({ Array($0) }), bytes.count == 32
        else {
            throw StorageError(.keyMalformed, "The key of the store is to be 32 bytes in hexadecimal or base64.")
        }
        self.bytes = SymmetricKey(data: bytes)
    }

    /// - Parameter path: a file that nobody but its owner, who runs this program, may read.
    /// - Throws: `key_unreadable`, `key_exposed`, `key_malformed`.
    public init(file path: String) throws(StorageError) {
        let descriptor: FileDescriptor
        do throws(SystemError) {
            descriptor = try .open(path, O_RDONLY | O_NONBLOCK)
        } catch {
            throw StorageError(.keyUnreadable, "The key file can't be opened: \(error.reason).")
        }
        defer { descriptor.close() }
        var buffer = [UInt8](repeating: 0, count: 256)
        let (status, count): (stat, Int)
        do throws(SystemError) {
            status = try descriptor.status()
            guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(EINVAL) }
        } catch {
            throw StorageError(.keyUnreadable, "The key file is no ordinary file.")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw StorageError(
                .keyExposed, "The key file is to belong to this user and be readable by nobody else: chmod 600.")
        }
        do throws(SystemError) {
            count = try descriptor.read(into: &buffer)
        } catch {
            throw StorageError(.keyUnreadable, "The key file can't be read.")
        }
        try self.init(text: String(decoding: buffer[..<count], as: UTF8.self))
    }

    private static func hexadecimal(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}

extension StoreKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "StoreKey" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
