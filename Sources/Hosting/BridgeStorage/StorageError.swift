public import Errors
import Glibc
import Processes

/// Why a store can't be used. It holds no name and no value of what is in it.
public struct StorageError: CodedError, Equatable {
    /// A stable word for programs; new ones may be added, old ones keep their meaning.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: Code
    /// One English sentence for people.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A system call that failed.
    static func failed(_ operation: String, _ error: SystemError) -> StorageError {
        StorageError(.io, "The store could not be used: \(operation): \(error.reason).")
    }

    /// The system call that just failed.
    static func failed(_ operation: String) -> StorageError { failed(operation, SystemError(errno)) }

    static let notItsOwn = StorageError(.damaged, "A file of the store belongs to another entry.")
}

extension StorageError.Code {
    /// The key file is not there or can't be read.
    public static let keyUnreadable = Self(rawValue: "key_unreadable")
    /// Others than its owner may read the key file.
    public static let keyExposed = Self(rawValue: "key_exposed")
    /// The key is not 32 bytes, in hexadecimal or base64.
    public static let keyMalformed = Self(rawValue: "key_malformed")
    /// The store was made with another key.
    public static let wrongKey = Self(rawValue: "wrong_key")
    /// What a file of the store holds was not written by it, or has been changed.
    public static let damaged = Self(rawValue: "damaged")
    public static let full = Self(rawValue: "full")
    /// The name or the value is too long.
    public static let tooLarge = Self(rawValue: "too_large")
    /// There is an entry of that name already.
    public static let exists = Self(rawValue: "exists")
    /// A failure of the system.
    public static let io = Self(rawValue: "io")
}

extension StorageError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}
