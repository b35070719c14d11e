import Glibc
import Processes

/// What comes into folders and the folders in them, each file once it has been written to its end, moved or linked in.
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

    private let descriptor: Int32
    private var roots: [String] = []
    /// The folder of each watch.
    private var folders: [Int32: String] = [:]
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
        roots.append(path)
        if let error = watch(path) { throw error }
    }

    deinit { close(descriptor) }

    /// What has come in, in the order in which it did; empty when nothing has within `timeout`.
    public func arrivals(atMost timeout: Duration) -> [Arrival] {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, Int32(max(0, min(timeout / .milliseconds(1), 1e6)))) > 0 { takeEvents() }
        defer { found = [] }
        return found
    }

    /// Watches a folder and those in it; the error of the first one that cannot be watched.
    private func watch(_ path: String) -> DecodingError? {
        let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR
        let watch = inotify_add_watch(descriptor, path, UInt32(events))
        guard watch >= 0 else { return .system("watched", SystemError(errno)) }
        folders[watch] = path
        do throws(DecodingError) {
            var failure: DecodingError?
            for case .folder(let inner) in try Folder(path: path).entries {
                // A link may lead to a folder above this one.
                guard Self.isLink(inner) == false else { continue }
                // The others are watched whatever happens to one.
                let inside = self.watch(inner)
                failure = failure ?? inside
            }
            return failure
        } catch {
            return error
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
            for root in roots { takeFolder(root) }
            return
        }
        if isOne(of: IN_IGNORED) { folders[event.wd] = nil }
        guard let folder = folders[event.wd] else { return }
        let isFolder = isOne(of: IN_ISDIR)
        let isWhole = isFolder || isOne(of: IN_CLOSE_WRITE | IN_MOVED_TO)
        guard let name else {
            // It is announced as it is made, too.
            guard isWhole else { return }
            found.append(
                .failed(path: folder, DecodingError(.unreadableName, "A name that is not UTF-8 came into the folder.")))
            return
        }
        guard !name.hasPrefix(".") else { return }
        let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        if isFolder {
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
        if let error = watch(path) { found.append(.failed(path: path, error)) }
        found.append(.path(path))
    }
}
