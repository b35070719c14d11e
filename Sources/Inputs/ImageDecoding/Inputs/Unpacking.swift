import Glibc
package import Processes

/// An archive that is to be taken apart, and what is wanted of it.
public struct ArchiveRequest: Sendable, Equatable {
    public let path: String
    /// The only file that is wanted, as `ArchivedFile.path` has it; nil for all pictures.
    public let only: String?
    /// Whether files are only named: they come without their bytes.
    public let isListing: Bool
    public let limits: DecodingLimits

    package init(path: String, only: String? = nil, isListing: Bool = false, limits: DecodingLimits) {
        self.path = path
        self.only = only
        self.isListing = isListing
        self.limits = limits
    }

    /// The archive, open for reading. It is for the caller to close.
    ///
    /// - Throws: `not_found`, `permission_denied`, `io`.
    package func descriptor() throws(DecodingError) -> FileDescriptor {
        do throws(SystemError) {
            return try .open(path, O_RDONLY)
        } catch {
            throw .system("opened", error)
        }
    }

    /// Whether a file or an error of this archive can have that path.
    package func covers(_ found: String) -> Bool { found == path || found.hasPrefix("\(path)!/") }
}

/// The files of one archive and of those in it, one after another.
public protocol ArchiveFiles: AnyObject {
    /// The next file, or what went wrong with one or with an archive; nil when that was all.
    func next() -> InputWalk.Input?
}

/// Who takes archives apart: they are as untrusted as the pictures in them.
public struct Unpacking: Sendable {
    let files: @Sendable (ArchiveRequest) -> any ArchiveFiles

    /// - Parameter files: called on the thread that walks, and so is what it makes.
    public init(_ files: @escaping @Sendable (ArchiveRequest) -> any ArchiveFiles) { self.files = files }

    /// This process does it itself.
    public static let inThisProcess = Unpacking { ArchiveWalk($0) }
}
