import CArchive
import Glibc

/// One ZIP or tar archive, read from its first entry to its last by libarchive. Nothing is unpacked to a disk.
///
/// Tar archives may be compressed by gzip, bzip2, xz or Zstandard.
final class Archive {
    struct Entry {
        /// The path in the archive; nil where it is not UTF-8.
        let path: String?
        let isFile: Bool
        let isEncrypted: Bool
        /// Bytes, as far as the archive says so beforehand.
        let size: Int?
    }

    private let handle: OpaquePointer
    private let descriptor: Int32
    /// The archive itself, where it is held in memory.
    private let content: UnsafeMutableBufferPointer<UInt8>
    private let allowance: UnpackingAllowance

    /// Whether it has unpacked to more than it may, with the archives around it and in it.
    var isExhausted: Bool { allowance.isExhausted }

    /// - Parameter descriptor: of a regular file; the archive closes it.
    /// - Throws: `unsupported`, also where libarchive is not installed, `truncated`, `damaged`, `out_of_memory`.
    convenience init(descriptor: Int32, _ limits: DecodingLimits) throws(DecodingError) {
        try self.init(
            descriptor: descriptor, content: UnsafeMutableBufferPointer(start: nil, count: 0),
            UnpackingAllowance(ofDescriptor: descriptor, limits))
    }

    /// An archive in an archive.
    ///
    /// - Throws: `unsupported`, `truncated`, `damaged`, `out_of_memory`.
    convenience init(bytes: [UInt8], within outer: Archive) throws(DecodingError) {
        let content = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = content.initialize(from: bytes)
        try self.init(descriptor: -1, content: content, outer.allowance)
    }

    private init(
        descriptor: Int32, content: UnsafeMutableBufferPointer<UInt8>, _ allowance: UnpackingAllowance
    ) throws(DecodingError) {
        guard let handle = carchive_new() else {
            if descriptor >= 0 { close(descriptor) }
            content.deallocate()
            throw carchive_prepare() ? Self.outOfMemory : Self.noLibrary
        }
        self.handle = handle
        self.descriptor = descriptor
        self.content = content
        self.allowance = allowance
        let isOpen =
            descriptor >= 0
            ? carchive_open_descriptor(handle, descriptor)
            : carchive_open_memory(handle, content.baseAddress, content.count)
        guard isOpen else { throw failure }
    }

    deinit {
        carchive_free(handle)
        if descriptor >= 0 { close(descriptor) }
        content.deallocate()
    }

    /// The next entry; nil behind the last.
    ///
    /// - Throws: `unsupported` for what is no archive of these kinds, `truncated`, `damaged`: there is no further entry
    ///   then.
    func next() throws(DecodingError) -> Entry? {
        var entry = carchive_entry()
        switch carchive_next(handle, &entry) {
        case 0: return nil
        case 1:
            return Entry(
                path: entry.path.flatMap { String(validatingCString: $0) }, isFile: entry.is_file,
                isEncrypted: entry.is_encrypted, size: entry.size >= 0 ? Int(entry.size) : nil)
        default: throw failure
        }
    }

    /// All bytes of the entry that `next` gave.
    ///
    /// - Throws: `too_many_bytes`, `encrypted`, `unsupported`, `truncated`, `damaged`, `out_of_memory`.
    func bytes(of entry: Entry, atMost limit: Int) throws(DecodingError) -> [UInt8] {
        let tooMany = DecodingError(.tooManyBytes, "The entry has more than the limit of \(limit) bytes.")
        if entry.isEncrypted { throw Self.encrypted }
        if let size = entry.size, size > limit { throw tooMany }
        var bytes: [UInt8] = []
        // Where an array finds no memory to grow, the process ends.
        let size = min(entry.size ?? 0, limit)
        guard FreeMemory.has(size) else { throw Self.outOfMemory }
        bytes.reserveCapacity(size)
        try read { chunk throws(DecodingError) in
            let count = bytes.count + chunk.count
            guard count <= limit else { throw tooMany }
            guard count <= bytes.capacity || FreeMemory.has(2 * count) else { throw Self.outOfMemory }
            bytes += chunk
        }
        return bytes
    }

    /// Passes over the entry that `next` gave. What has to be unpacked for that is allowed for as if it were wanted:
    /// all of an archive that is compressed as a whole, and a ZIP entry that does not say beforehand where it ends.
    ///
    /// - Throws: `too_many_bytes`, `truncated`, `damaged`.
    func skip(_ entry: Entry) throws(DecodingError) {
        guard carchive_is_compressed_as_a_whole(handle) || entry.size == nil else {
            if !carchive_skip(handle) { throw failure }
            return
        }
        try read { _ throws(DecodingError) in }
    }

    private func read(_ take: (ArraySlice<UInt8>) throws(DecodingError) -> Void) throws(DecodingError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 17)
        while true {
            let count = carchive_read(handle, &chunk, chunk.count)
            if count == 0 { return }
            guard count > 0 else { throw failure }
            try allowance.spend(count)
            try take(chunk[..<count])
        }
    }

    private static let outOfMemory = DecodingError(.outOfMemory, "The system has not the memory for an archive.")
    private static let noLibrary = DecodingError(
        .unsupported, "Archives need libarchive: install libarchive13, or unpack them first.")
    private static let encrypted = DecodingError(.encrypted, "The entry is encrypted; unpack the archive first.")

    /// What went wrong last. libarchive's own words may quote names, and are only looked at.
    private var failure: DecodingError {
        let words = carchive_error(handle).map { String(cString: $0).lowercased() } ?? ""
        if words.contains("passphrase") || words.contains("encrypt") { return Self.encrypted }
        if words.contains("unsupported") || words.contains("unrecognized") {
            return DecodingError(
                .unsupported, "The archive is of a kind or a compression that is not read; ZIP and tar archives are.")
        }
        if words.contains("memory") || words.contains("allocat") { return Self.outOfMemory }
        if words.contains("truncated") || words.contains("end of file") || words.contains("eof") {
            return DecodingError(.truncated, "The archive breaks off.")
        }
        return DecodingError(.damaged, "The archive is damaged.")
    }
}
