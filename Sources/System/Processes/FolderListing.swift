import Glibc

/// What a folder holds, one entry after another, in no order.
///
/// It is for one thread at a time.
package final class FolderListing {
    /// One name in the folder.
    package struct Entry {
        /// Nil where it is not UTF-8.
        package let name: String?
        /// Whether it begins with a point.
        package let isHidden: Bool
        /// `DT_REG`, `DT_DIR` and so on, as the file system tells it; `DT_UNKNOWN` where it does not.
        package let type: UInt8

        fileprivate init(_ record: UnsafeMutablePointer<dirent>) {
            (name, isHidden) = withUnsafePointer(to: &record.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    (String(validatingCString: $0), $0[0] == CChar(UInt8(ascii: ".")))
                }
            }
            type = record.pointee.d_type
        }
    }

    private let stream: OpaquePointer

    /// Opens the folder at `path`.
    package init(_ path: String) throws(SystemError) {
        guard let stream = opendir(path) else { throw SystemError(errno) }
        self.stream = stream
    }

    /// Lists a folder that is open. The descriptor is closed with this object, and also when it is no folder.
    package init(_ descriptor: FileDescriptor) throws(SystemError) {
        guard let stream = fdopendir(descriptor.number) else {
            let number = errno
            descriptor.close()
            throw SystemError(number)
        }
        self.stream = stream
    }

    deinit { closedir(stream) }

    /// The folder itself, open as long as this object lives.
    package var folder: FileDescriptor { FileDescriptor(dirfd(stream)) }

    /// The next entry, but for `.` and `..`; nil at the end.
    ///
    /// - Throws: why it cannot be read any further, which readdir(3) tells from the end by `errno` alone.
    package func next() throws(SystemError) -> Entry? {
        while true {
            errno = 0
            guard let record = readdir(stream) else {
                let number = errno
                if number != 0 { throw SystemError(number) }
                return nil
            }
            let entry = Entry(record)
            if entry.name != ".", entry.name != ".." { return entry }
        }
    }
}
