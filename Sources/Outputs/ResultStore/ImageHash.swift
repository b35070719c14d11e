import Crypto

/// The SHA-256 of an encoded file: the same file is known by it wherever it lies.
public struct ImageHash: Sendable, Hashable {
    let bytes: [UInt8]

    public init(of image: [UInt8]) { bytes = Array(SHA256.hash(data: image)) }

    init(bytes: [UInt8]) { self.bytes = bytes }
}

/// What the file system says about a file without reading it. A file whose stamp is unchanged is taken to be unchanged.
public struct FileStamp: Sendable, Equatable {
    /// Bytes.
    public let size: Int
    /// Nanoseconds since 1970.
    public let modified: Int

    public init(size: Int, modified: Int) {
        self.size = size
        self.modified = modified
    }
}
