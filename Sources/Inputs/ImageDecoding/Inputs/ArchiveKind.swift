import Glibc
import Processes

/// The kinds of archives and compressed files that `Archive` takes, told by how they begin.
enum ArchiveKind: CaseIterable {
    case zip, tar, gzip, bzip2, xz, zstandard

    init?(sniffing bytes: [UInt8]) {
        guard let kind = Self.allCases.first(where: { $0.opens(bytes) }) else { return nil }
        self = kind
    }

    /// What a regular file begins like; nil for anything else, from which nothing is read.
    init?(path: String) {
        guard let status = Folder.status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        do throws(SystemError) {
            let descriptor = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
            defer { descriptor.close() }
            var head = [UInt8](repeating: 0, count: 512)
            self.init(sniffing: Array(head[..<(try descriptor.read(into: &head))]))
        } catch {
            // Whoever opens it to read it learns why it cannot be opened.
            return nil
        }
    }

    private func opens(_ bytes: [UInt8]) -> Bool {
        switch self {
        // The second is of an archive without entries.
        case .zip: bytes.holds([0x50, 0x4B, 3, 4]) || bytes.holds([0x50, 0x4B, 5, 6])
        case .tar: bytes.holds("ustar".utf8, at: 257)
        case .gzip: bytes.holds([0x1F, 0x8B, 8])
        case .bzip2: bytes.holds("BZh".utf8)
        case .xz: bytes.holds([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0])
        case .zstandard: bytes.holds([0x28, 0xB5, 0x2F, 0xFD])
        }
    }
}
