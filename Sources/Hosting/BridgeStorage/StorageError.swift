import Glibc

/// Why a store can't be used. It holds no name and no value of what is in it.
public struct StorageError: Error, Sendable, Equatable {
    /// A stable word for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// The key file is not there or can't be read.
        case keyUnreadable = "key_unreadable"
        /// Others than its owner may read the key file.
        case keyExposed = "key_exposed"
        /// The key is not 32 bytes, in hexadecimal or base64.
        case keyMalformed = "key_malformed"
        /// The store was made with another key.
        case wrongKey = "wrong_key"
        /// What a file of the store holds was not written by it, or has been changed.
        case damaged
        case full
        /// The name or the value is too long.
        case tooLarge = "too_large"
        /// There is an entry of that name already.
        case exists
        /// A failure of the system.
        case io
    }

    public let code: Code
    /// One English sentence for people.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The system call that just failed.
    static func failed(_ operation: String, _ number: Int32 = errno) -> StorageError {
        StorageError(.io, "The store could not be used: \(operation): \(String(cString: strerror(number))).")
    }
}

extension StorageError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}
