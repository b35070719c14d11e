public import Bridge
import Glibc
import Processes

/// A page of somebody else's, such as the `dist/` of Vite: all its files, read once. No path leads anywhere else, for
/// none is opened later, and there is no listing.
public struct PageBundle: Sendable {
    /// The one folder that is the server's own. Files whose names begin with a point are not served.
    static let ownFolder = "/.mrz-scan/"
    /// Files of a bundle at the most.
    static let maxFiles = 4096
    /// Bytes of all its files at the most.
    static let maxBytes = 256 << 20

    private var files: [String: PageFiles.File] = [:]

    /// Reads a folder. Links and hidden files are left out.
    ///
    /// - Parameters:
    ///   - path: a folder with an `index.html`.
    ///   - script: what every page of it runs before anything of its own.
    /// - Throws: why it can't be served.
    public init(folder path: String, script: String) throws(PageBundleError) {
        let folder: FileDescriptor
        do throws(SystemError) {
            folder = try .open(path, O_RDONLY | O_DIRECTORY)
        } catch {
            throw PageBundleError("The folder of the page can't be opened: \(error.reason).")
        }
        var remaining = Self.maxBytes
        try read(folder, at: "/", &remaining)
        guard let index = files["/index.html"] else { throw PageBundleError("The page has no index.html.") }
        files["/"] = index
        files[Self.ownFolder + "host.js"] = PageFiles.File(
            contentType: PageFiles.contentType(of: "host.js"), bytes: Array(script.utf8))
    }

    /// The file of a path, as a request has it; for one without an ending the page itself, which finds its own way.
    func file(at path: Substring) -> PageFiles.File? {
        guard let path = Self.decoded(path) else { return nil }
        if let file = files[path] { return file }
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return last.contains(".") || path.contains("/.") || path.contains("..") ? nil : files["/index.html"]
    }

    private mutating func read(
        _ folder: FileDescriptor, at path: String, _ remaining: inout Int
    ) throws(PageBundleError) {
        let listing = try Self.listing(folder)
        while let entry = try Self.next(of: listing) {
            if entry.isHidden { continue }
            guard let name = entry.name else {
                throw PageBundleError("A file of the page has a name that is not UTF-8.")
            }
            guard let descriptor = try Self.opened(name, in: listing.folder) else { continue }
            switch try Self.type(of: descriptor) {
            case S_IFDIR: try read(descriptor, at: path + name + "/", &remaining)
            case S_IFREG:
                defer { descriptor.close() }
                let bytes = try Self.bytes(of: descriptor, &remaining)
                let type = PageFiles.contentType(of: name)
                files[path + name] = PageFiles.File(
                    contentType: type, bytes: type.hasPrefix("text/html") ? Self.withScript(bytes) : bytes)
                guard files.count <= Self.maxFiles else { throw PageBundleError("The page has too many files.") }
            default: descriptor.close()
            }
        }
    }

    /// A file or a folder of the page; nil of a link, which is none wherever it leads. Nothing is waited for that never
    /// comes.
    private static func opened(
        _ name: String, in folder: FileDescriptor
    ) throws(PageBundleError) -> FileDescriptor? {
        do throws(SystemError) {
            return try folder.opened(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            if error.number == ELOOP { return nil }
            throw PageBundleError("A file of the page can't be opened: \(error.reason).")
        }
    }

    /// What kind of file it is, as stat(2) has it; one of which that is not known is closed.
    private static func type(of descriptor: FileDescriptor) throws(PageBundleError) -> mode_t {
        do throws(SystemError) {
            return try descriptor.status().st_mode & S_IFMT
        } catch {
            descriptor.close()
            throw PageBundleError("A file of the page can't be looked at: \(error.reason).")
        }
    }

    private static func listing(_ folder: FileDescriptor) throws(PageBundleError) -> FolderListing {
        do throws(SystemError) {
            return try FolderListing(folder)
        } catch {
            throw PageBundleError("A folder of the page can't be read: \(error.reason).")
        }
    }

    private static func next(of listing: FolderListing) throws(PageBundleError) -> FolderListing.Entry? {
        do throws(SystemError) {
            return try listing.next()
        } catch {
            throw PageBundleError("A folder of the page can't be read: \(error.reason).")
        }
    }

    private static func bytes(
        of descriptor: FileDescriptor, _ remaining: inout Int
    ) throws(PageBundleError) -> [UInt8] {
        do throws(FileDescriptor.ReadError) {
            let bytes = try descriptor.readAll(maxBytes: remaining)
            remaining -= bytes.count
            return bytes
        } catch {
            switch error {
            case .tooMuch: throw PageBundleError("The page has more than \(maxBytes) bytes.")
            case .system(let failure): throw PageBundleError("A file of the page can't be read: \(failure.reason).")
            }
        }
    }

    /// A document that loads the host's script first: before whatever stands in its head, or else where one would
    /// begin.
    static func withScript(_ document: [UInt8]) -> [UInt8] {
        let tag = Array("<script src=\"\(ownFolder)host.js\"></script>".utf8)
        let lower = document.prefix(1 << 16).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        for element in ["<head", "<html", "<!doctype"] {
            if let place = end(of: Array(element.utf8), in: lower) {
                return Array(document[..<place]) + tag + Array(document[place...])
            }
        }
        return tag + document
    }

    /// Behind the first tag of that name.
    private static func end(of tag: [UInt8], in text: [UInt8]) -> Int? {
        var place = 0
        while place + tag.count < text.count {
            if text[place...].starts(with: Array("<!--".utf8)) {
                // What is commented out is no tag.
                while place < text.count, !text[place...].starts(with: Array("-->".utf8)) { place += 1 }
            } else if text[place...].starts(with: tag),
                [0x3E, 0x20, 0x09, 0x0A, 0x0D].contains(text[place + tag.count])
            {
                return text[place...].firstIndex(of: 0x3E).map { $0 + 1 }
            }
            place += 1
        }
        return nil
    }

    /// A path without its escapes; nil when they are none, or stand for what no file's name has. RFC 3986, 2.1.
    private static func decoded(_ path: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = path.utf8[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "%") {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            bytes.append(UInt8(digits[0] * 16 + digits[1]))
            rest = rest.dropFirst(2)
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// Why a page can't be served.
public struct PageBundleError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One English sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// What runs in a page before anything of its own. Contract 001, transport: injected at document start by the host.
public enum HostScript {
    /// - Parameters:
    ///   - dialect: which handlers the page finds.
    ///   - host: what the host says of itself, and what it wants done.
    ///   - bridge: the address of the bridge for a page elsewhere; nil for a page of this server's.
    public static func text(_ dialect: Dialect, _ host: HostDescription, bridge: String? = nil) -> String {
        let handlers = dialect == .selfSDK ? PageFiles.text(of: "bridge.js") : ""
        // A page of this server's finds the token behind the # of its address; one elsewhere has it in the bridge's.
        let access = bridge == nil ? PageFiles.text(of: "access.js") : ""
        return "window.MRZScanHost = Object.freeze(\(host.literal(dialect, bridge: bridge)));\n" + access + handlers
            + PageFiles.text(of: "host.js")
    }
}
