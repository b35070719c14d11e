import Glibc
import Processes

/// One opened folder: what it holds, and which folder of the file system it is.
struct Folder {
    enum Entry {
        case file(String)
        case folder(String)
        /// A pipe, a socket or a device with the name of a picture.
        case notAFile(String)
        /// A name that is not UTF-8 and so has no path here.
        case unreadableName
    }

    /// Device and inode: the same for every path that leads here.
    struct Identity: Hashable {
        let device: dev_t
        let inode: ino_t

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
        }
    }

    let identity: Identity
    /// Pictures by their extension and folders, in natural order; hidden ones are left out.
    let entries: [Entry]

    /// - Throws: `not_found`, `permission_denied`, `io`.
    init(path: String) throws(DecodingError) {
        let listing: FolderListing
        do throws(SystemError) {
            listing = try FolderListing(path)
        } catch {
            throw .system("opened", error)
        }
        do throws(SystemError) {
            identity = Identity(try listing.folder.status())
        } catch {
            throw .system("examined", error)
        }
        var named: [(name: String, entry: Entry)] = []
        var isUnreadable = false
        do throws(SystemError) {
            while let record = try listing.next() {
                guard let name = record.name else {
                    isUnreadable = true
                    continue
                }
                guard !record.isHidden, let entry = Self.entry(name, in: path, record.type) else { continue }
                named.append((name, entry))
            }
        } catch {
            throw .system("listed", error)
        }
        named.sort { NaturalOrder.precedes($0.name, $1.name) }
        entries = named.map(\.entry) + (isUnreadable ? [.unreadableName] : [])
    }

    /// The status of what `path` leads to; nil where it leads nowhere.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    private static func entry(_ name: String, in folder: String, _ type: UInt8) -> Entry? {
        let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        let isPicture = isPicture(name)
        switch Int(type) {
        case Int(DT_DIR): return .folder(path)
        case Int(DT_REG): return isPicture ? .file(path) : nil
        case Int(DT_LNK), Int(DT_UNKNOWN):
            // A link to nothing is given as a file: whoever opens it learns that it is missing.
            guard let status = status(path) else { return isPicture ? .file(path) : nil }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: return .folder(path)
            case S_IFREG: return isPicture ? .file(path) : nil
            default: return isPicture ? .notAFile(path) : nil
            }
        // Opening a pipe would wait for somebody to write to it.
        default: return isPicture ? .notAFile(path) : nil
        }
    }

    /// Whether a name ends as those of pictures, documents and archives do.
    static func isPicture(_ name: String) -> Bool {
        hasExtension(name, of: pictureExtensions) || hasExtension(name, of: archiveExtensions)
    }

    /// Whether a name ends in a dot and one of `extensions`, which may have a dot in them.
    static func hasExtension(_ name: String, of extensions: Set<String>) -> Bool {
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains { count in
            parts.count > count && extensions.contains(parts.suffix(count).joined(separator: "."))
        }
    }
}

let pictureExtensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "tif", "tiff", "webp", "bmp", "gif", "jp2", "j2k", "pgm", "ppm", "pbm", "pnm",
    "heic", "heif", "hif", "avif", "pdf",
]
