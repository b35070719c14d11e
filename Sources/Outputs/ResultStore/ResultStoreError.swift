public import Errors
import GRDB
import Glibc
import Reporting

/// Why a store of results could not be used. It carries no result.
public struct ResultStoreError: CodedError, Equatable, CustomStringConvertible {
    /// A stable word for programs; new ones may be added, old ones keep their meaning.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: Code
    /// One English sentence.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A file that cannot be opened, and why.
    static func missing(_ path: String, errno: Int32) -> ResultStoreError {
        ResultStoreError(
            .missing, "The store \(path.printable()) could not be opened: \(String(cString: strerror(errno))).")
    }

    /// A store that keeps nothing of what documents say, where somebody wants to do something with that.
    package static func redacted(_ purpose: String) -> ResultStoreError {
        ResultStoreError(.otherOptions, "The store was begun with --redact: it keeps nothing to \(purpose).")
    }

    /// The error with the name of the file, where it is the file that is wrong.
    func naming(_ path: String) -> ResultStoreError {
        [.notAStore, .newer].contains(code) ? ResultStoreError(code, "\(path.printable()): \(message)") : self
    }

    public var description: String { message }

    /// The error of a call to GRDB. The text of its statements and values stays out of the message.
    init(_ error: any Error) {
        switch error {
        case let error as ResultStoreError: self = error
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_FULL: self.init(.full, "The store could not be written: the disk is full.")
            case .SQLITE_NOTADB, .SQLITE_CORRUPT:
                self.init(.notAStore, "The file is no store of results, or is damaged.")
            case .SQLITE_CANTOPEN: self.init(.missing, "The store could not be opened.")
            case let code:
                let reason = error.message ?? "SQLite has no reason"
                self.init(.failed, "The store could not be used: \(reason) (SQLite \(code.rawValue)).")
            }
        default: self.init(.failed, "The store could not be used.")
        }
    }
}

extension ResultStoreError.Code {
    /// Nothing is at that path, or it may not be read.
    public static let missing = Self(rawValue: "missing")
    /// Something is at that path already.
    public static let exists = Self(rawValue: "exists")
    /// The file is no store of results, or is damaged.
    public static let notAStore = Self(rawValue: "not_a_store")
    /// A newer version of the program has made it.
    public static let newer = Self(rawValue: "newer")
    /// Another process writes to it.
    public static let inUse = Self(rawValue: "in_use")
    /// It was begun with other options.
    public static let otherOptions = Self(rawValue: "other_options")
    /// The disk is full, or a limit for the size of files was reached.
    public static let full = Self(rawValue: "full")
    /// Any other failure of SQLite or the system.
    public static let failed = Self(rawValue: "failed")
}
