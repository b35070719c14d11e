import GRDB
import Glibc
import Reporting

/// Why a store of results could not be used. It carries no result.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable {
        /// Nothing is at that path, or it may not be read.
        case missing
        /// Something is at that path already.
        case exists
        /// The file is no store of results, or is damaged.
        case notAStore
        /// A newer version of the program has made it.
        case newer
        /// Another process writes to it.
        case inUse
        /// It was begun with other options.
        case otherOptions
        /// The disk is full, or a limit for the size of files was reached.
        case full
        /// Any other failure of SQLite or the system.
        case failed
    }

    public let code: Code
    /// One English sentence.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A file that cannot be opened, and why.
    static func missing(_ path: String, errno: Int32) -> StoreError {
        StoreError(
            .missing, "The store \(path.printable()) could not be opened: \(String(cString: strerror(errno))).")
    }

    /// The same with the name of the file, where it is the file that is wrong.
    func naming(_ path: String) -> StoreError {
        [.notAStore, .newer].contains(code) ? StoreError(code, "\(path.printable()): \(message)") : self
    }

    public var description: String { message }

    /// The error of a call to GRDB. The text of its statements and values stays out of the message.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
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
