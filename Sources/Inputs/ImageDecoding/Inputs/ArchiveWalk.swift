import CArchive
import Processes

/// A file in an archive.
public struct ArchivedFile: Sendable, Equatable {
    /// Where it is: `scans.zip!/2024/page.jpg`; for an archive in an archive `all.tar!/scans.zip!/page.jpg`.
    public let path: String
    /// The file's content, unpacked.
    public let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

extension ArchivedFile: CustomStringConvertible, CustomReflectable {
    /// The size only: a picture of a document is personal data.
    public var description: String { "ArchivedFile, \(bytes.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: ["bytes": bytes.count]) }
}

/// The pictures in one archive and in those in it, in the order in which they are stored.
///
/// Hidden files and those that no extension calls a picture are left out, as in folders.
package final class ArchiveWalk: ArchiveFiles {
    private let request: ArchiveRequest
    /// The archives that the walk is in, the innermost last.
    private var open: [(path: String, archive: Archive)] = []
    private var entries = 0
    /// Whether what was given last is a file of the innermost archive that could not be unpacked.
    private var hasJustFailed = false
    private var hasGivenSomething = false
    private var failure: DecodingError?

    package convenience init(_ request: ArchiveRequest) {
        do throws(DecodingError) {
            self.init(request, descriptor: try request.descriptor().number)
        } catch {
            self.init(request, .failure(error))
        }
    }

    /// - Parameter descriptor: of the archive, which is a regular file; the walk closes it.
    package convenience init(_ request: ArchiveRequest, descriptor: Int32) {
        self.init(
            request,
            Result { () throws(DecodingError) in try Archive(descriptor: descriptor, request.limits) })
    }

    private init(_ request: ArchiveRequest, _ archive: Result<Archive, DecodingError>) {
        self.request = request
        switch archive {
        case .success(let archive): open = [(request.path, archive)]
        case .failure(let error): failure = error
        }
    }

    /// Makes ready for a process that is about to give up reading files.
    package static func prepare() { _ = carchive_prepare() }

    private var path: String { request.path }
    private var limits: DecodingLimits { request.limits }

    /// The next file, or what went wrong with one or with an archive; nil when that was all.
    package func next() -> InputWalk.Input? {
        if let failure {
            self.failure = nil
            return give(.failed(path: path, failure))
        }
        while let (path, archive) = open.last {
            do throws(DecodingError) {
                guard let entry = try archive.next() else {
                    open.removeLast()
                    continue
                }
                entries += 1
                guard entries <= limits.maxEntries else {
                    return give(
                        end(DecodingError(.tooManyEntries, "There are more than \(limits.maxEntries) entries in it.")))
                }
                hasJustFailed = false
                if let input = try visit(entry, of: archive, at: path) { return give(input) }
            } catch {
                // What follows in this archive cannot be reached; what is around it can.
                open.removeLast()
                if archive.isExhausted { return give(end(error)) }
                // The break has been told of where it cut off a file.
                if !hasJustFailed { return give(.failed(path: path, error)) }
                hasJustFailed = false
            }
        }
        if hasGivenSomething { return nil }
        hasGivenSomething = true
        return request.only.map { .failed(path: $0, DecodingError(.notFound, "There is no such file in the archive.")) }
            ?? .failed(path: path, DecodingError(.noImages, "The archive holds no pictures."))
    }

    /// Leaves the outermost archive.
    private func end(_ error: DecodingError) -> InputWalk.Input {
        open = []
        return .failed(path: path, error)
    }

    private func give(_ input: InputWalk.Input) -> InputWalk.Input {
        hasGivenSomething = true
        return input
    }

    /// - Throws: what ends the archive.
    private func visit(
        _ entry: Archive.Entry, of archive: Archive, at archivePath: String
    ) throws(DecodingError) -> InputWalk.Input? {
        guard entry.isFile else {
            try archive.skip(entry)
            return nil
        }
        guard let name = entry.path else {
            try archive.skip(entry)
            return .failed(
                path: archivePath,
                DecodingError(.unreadableName, "The archive holds a name that is not UTF-8; it was left out."))
        }
        let path = "\(archivePath)!/\(name)"
        let isArchive = Folder.hasExtension(name, of: archiveExtensions)
        guard !Self.isHidden(name), isWanted(path), isArchive || Folder.hasExtension(name, of: pictureExtensions) else {
            try archive.skip(entry)
            return nil
        }
        if request.isListing, !isArchive {
            try archive.skip(entry)
            return .entry(ArchivedFile(path: path, bytes: []))
        }
        if isArchive, open.count >= limits.maxDepth {
            try archive.skip(entry)
            return .failed(
                path: path,
                DecodingError(
                    .nestedTooDeeply, "There are archives in archives, more than \(limits.maxDepth) deep."))
        }
        do throws(DecodingError) {
            let bytes = try archive.bytes(of: entry, atMost: limits.maxBytes)
            guard isArchive else { return .entry(ArchivedFile(path: path, bytes: bytes)) }
            open.append((path, try Archive(bytes: bytes, within: archive)))
            return nil
        } catch {
            if archive.isExhausted { throw error }
            // Else the next entry is looked for behind it, unpacking what nobody counts.
            if error.code == .tooManyBytes {
                do throws(DecodingError) {
                    try archive.skip(entry)
                } catch {
                    // A break is told of by the search for the next entry.
                    if archive.isExhausted { throw error }
                }
            }
            hasJustFailed = true
            return .failed(path: path, error)
        }
    }

    private func isWanted(_ path: String) -> Bool {
        guard let only = request.only else { return true }
        return only == path || only.hasPrefix("\(path)!/")
    }

    /// Also what macOS adds. An entry that would lie outside of the archive's folder is read as any other: nothing is
    /// unpacked to a disk.
    private static func isHidden(_ name: String) -> Bool {
        name.split(separator: "/").contains { ($0.hasPrefix(".") && $0 != "." && $0 != "..") || $0 == "__MACOSX" }
    }
}

/// Endings by which archives are known, where names are all there is.
let archiveExtensions: Set<String> = [
    "zip", "tar", "tgz", "tbz", "tbz2", "txz", "tzst", "tar.gz", "tar.bz2", "tar.xz", "tar.zst",
]
