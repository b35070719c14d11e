import Foundation
import GRDB

/// The file that a result was read from: where it lay, and by what it is known again.
public struct StoredFile: Sendable, Equatable {
    /// The input as it was named.
    public let source: String
    /// The absolute path at which a relative name began; nil in stores before version 4.
    public let folder: String?
    /// The hash of its bytes as they were read; nil of what could not be opened.
    public let image: ImageHash?

    public init(source: String, folder: String?, image: ImageHash?) {
        self.source = source
        self.folder = folder
        self.image = image
    }

    /// Where to look for it: where it lay, then by its name as it is.
    public var paths: [String] {
        guard let folder, !source.hasPrefix("/") else { return [source] }
        return [(folder.hasSuffix("/") ? folder : folder + "/") + source, source]
    }
}

extension StoredFile {
    /// The file by the columns `folder` and `sha256` of a row, in which a damaged store may have anything.
    init(source: String, _ row: Row) {
        let (folder, sha256): (DatabaseValue, DatabaseValue) = (row["folder"], row["sha256"])
        self.init(
            source: source, folder: String.fromDatabaseValue(folder),
            image: Data.fromDatabaseValue(sha256).map { ImageHash(bytes: Array($0)) })
    }
}
