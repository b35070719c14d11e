import Glibc
import Processes

/// What comes into folders and the folders in them, each file once it has been written to its end, moved or linked in.
///
/// A folder is what its path leads to: where another one takes its place, by a rename or a mount, that is watched from then
/// on. Links to folders are followed, and no folder is watched twice, so links may lead in circles.
///
/// The corresponding calls are `inotify_init1` and `inotify_add_watch`; see inotify(7).
public final class FolderWatch {
    /// What has come in.
    public enum Arrival: Sendable, Equatable {
        /// A picture, a document, an archive, or a folder in which there may be some: what an `InputWalk` can walk.
        /// Nothing of it has been opened.
        case path(String)
        /// What cannot be watched, or has no path.
        case failed(path: String, DecodingError)
    }

    /// A folder that was asked for.
    private struct Root {
        let path: String
        /// What the path led to last; nil while it leads nowhere.
        var identity: Folder.Identity?
        /// Whether that is not watched any more. Another folder may have its number by now.
        var isLost = false
        /// Since when the path leads nowhere; nil when it does not, or when that has been said.
        var missing: ContinuousClock.Instant?
    }

    /// How long a path leads nowhere before that is said: a folder that is made anew is gone for a moment.
    private static let patience = Duration.seconds(1)

    private let descriptor: Int32
    private var roots: [Root] = []
    /// The folder of each watch.
    private var folders: [Int32: String] = [:]
    /// The links by which some of them are reached.
    private var links: Set<String> = []
    private var found: [Arrival] = []
    /// The names that were made, by the events that are being taken.
    private var made: [String] = []
    /// The names of files that are whole, by those events.
    private var whole: Set<String> = []

    /// Begins to watch. What comes in from now on is found; what is there already is not.
    ///
    /// - Throws: `not_found`, `permission_denied`, `io`, or `not_a_directory` for what is no folder.
    public init(_ paths: [String]) throws(DecodingError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { throw .system("watched", SystemError(errno)) }
        for path in paths { try add(path) }
    }

    /// Watches one more folder.
    ///
    /// - Throws: as `init`.
    public func add(_ path: String) throws(DecodingError) {
        guard let status = Folder.status(path) else { throw .system("watched", SystemError(ENOENT)) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw DecodingError(.notADirectory, "Only folders can be watched.")
        }
        roots.append(Root(path: path, identity: Folder.Identity(status)))
        if let error = watch(path) { throw error }
    }

    deinit { close(descriptor) }

    /// What has come in, in the order in which it did; empty when nothing has within `timeout`.
    public func arrivals(atMost timeout: Duration) -> [Arrival] {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, Int32(max(0, min(timeout / .milliseconds(1), 1e6)))) > 0 { takeEvents() }
        takeReplacedRoots()
        defer { found = [] }
        return found
    }

    /// Watches a folder and those in it that nobody watches yet; the error of the first one that cannot be watched.
    private func watch(_ path: String) -> DecodingError? {
        let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR
        let watch = inotify_add_watch(descriptor, path, UInt32(events))
        guard watch >= 0 else { return .system("watched", SystemError(errno)) }
        guard folders[watch] == nil else { return nil }
        folders[watch] = path
        if Self.isLink(path) { links.insert(path) }
        do throws(DecodingError) {
            var failure: DecodingError?
            for case .folder(let inner) in try Folder(path: path).entries {
                // The others are watched whatever happens to one.
                let inside = self.watch(inner)
                failure = failure ?? inside
            }
            return failure
        } catch {
            return error
        }
    }

    /// Watches a folder and those in it no more.
    private func forget(_ path: String) {
        let inside = path.hasSuffix("/") ? path : path + "/"
        for (watch, folder) in folders where folder == path || folder.hasPrefix(inside) {
            inotify_rm_watch(descriptor, watch)
            folders[watch] = nil
        }
        links = links.filter { $0 != path && !$0.hasPrefix(inside) }
    }

    /// No event tells that a path leads to another folder, or to none: a folder above it was renamed, or something mounted.
    private func takeReplacedRoots() {
        for (index, root) in roots.enumerated() {
            let identity = Folder.status(root.path).map(Folder.Identity.init)
            if identity != root.identity || root.isLost {
                roots[index] = Root(path: root.path, identity: identity, missing: identity == nil ? .now : nil)
                forget(root.path)
                if identity != nil { takeFolder(root.path) }
            } else if let missing = root.missing, .now - missing > Self.patience {
                roots[index].missing = nil
                let message = "The folder is gone. What comes into it is read once it is there again."
                found.append(.failed(path: root.path, DecodingError(.notFound, message)))
            }
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private func takeEvents() {
        defer { takeLinks() }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                let head = MemoryLayout<inotify_event>.size
                while offset + head <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let name = bytes[(offset + head)..<min(count, offset + head + Int(event.len))].prefix { $0 != 0 }
                    take(event, String(validating: name, as: UTF8.self))
                    offset += head + Int(event.len)
                }
            }
        }
    }

    private func take(_ event: inotify_event, _ name: String?) {
        func isOne<Bits: BinaryInteger>(of events: Bits) -> Bool { event.mask & UInt32(events) != 0 }
        if isOne(of: IN_Q_OVERFLOW) {
            // Too much came at once, folders perhaps that nobody watches yet: look at everything again.
            for root in roots where root.identity != nil {
                forget(root.path)
                takeFolder(root.path)
            }
            return
        }
        if isOne(of: IN_IGNORED) {
            let folder = folders.removeValue(forKey: event.wd)
            if let root = roots.firstIndex(where: { $0.path == folder }) { roots[root].isLost = true }
        }
        guard let folder = folders[event.wd] else { return }
        let isFolder = isOne(of: IN_ISDIR)
        let isWhole = isFolder || isOne(of: IN_CLOSE_WRITE | IN_MOVED_TO)
        guard let name else {
            // It is announced as it is made, too, and as it goes.
            guard isWhole, !isOne(of: IN_MOVED_FROM | IN_DELETE) else { return }
            found.append(
                .failed(path: folder, DecodingError(.unreadableName, "A name that is not UTF-8 came into the folder.")))
            return
        }
        guard !name.hasPrefix(".") else { return }
        let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        if isOne(of: IN_MOVED_FROM | IN_DELETE) {
            if isFolder || links.contains(path) { forget(path) }
            return
        }
        // A link in the place of another one.
        if links.contains(path) { forget(path) }
        if isFolder || Self.isLinkToFolder(path) {
            takeFolder(path)
        } else if Folder.isPicture(name) {
            if !isWhole { return made.append(path) }
            whole.insert(path)
            found.append(.path(path))
        }
    }

    /// A file that is linked in is neither closed nor moved.
    private func takeLinks() {
        found += made.filter { !whole.contains($0) && Self.isLinked($0) }.map { .path($0) }
        (made, whole) = ([], [])
    }

    private static func isLinkToFolder(_ path: String) -> Bool {
        isLink(path) && Folder.status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// Whether a new name is one more of a file that was there before. Who has linked it in may have taken its first
    /// name away by now, but writes to it no more.
    private static func isLinked(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: return Folder.status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        case S_IFREG: return status.st_nlink > 1 || status.st_size > 0 && !isBeingWritten(path, status)
        default: return false
        }
    }

    /// Whether somebody has a file open to write to it.
    private static func isBeingWritten(_ path: String, _ status: stat) -> Bool {
        do throws(SystemError) {
            let file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
            defer { file.close() }
            if let isWritten = file.isBeingWritten { return isWritten }
        } catch {
            // What may not be read is told by whoever tries to read it.
        }
        // What is being written is as new as everything else about it.
        let (written, changed) = (status.st_mtim, status.st_ctim)
        return (written.tv_sec, written.tv_nsec) >= (changed.tv_sec, changed.tv_nsec)
    }

    /// Files may have come into a folder before it was watched.
    private func takeFolder(_ path: String) {
        let known = folders.count
        let error = watch(path)
        if let error { found.append(.failed(path: path, error)) }
        // What one already watches by another path has been given by that.
        if error != nil || folders.count > known { found.append(.path(path)) }
    }
}
