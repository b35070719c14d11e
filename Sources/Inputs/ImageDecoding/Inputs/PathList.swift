import Glibc
import Processes

/// The paths in a file or on the standard input, one after another, read only as far as they are asked for.
public final class PathList {
    /// What stands between two paths.
    public enum Separator: UInt8, Sendable {
        case nul = 0
        case newline = 10
    }

    private let descriptor: FileDescriptor
    private let separator: Separator
    private var lines: LineReader
    private var isFirst = true

    /// - Parameters:
    ///   - path: the file, or `-` for the standard input.
    ///   - separator: `find -print0` writes a NUL; a path may hold anything else.
    /// - Throws: `not_found`, `permission_denied`, `is_a_directory`, `io`.
    public init(path: String, separator: Separator) throws(DecodingError) {
        if path != "-", let status = Folder.status(path), status.st_mode & S_IFMT == S_IFDIR {
            throw DecodingError(.isDirectory, "The list of paths is a folder, not a file.")
        }
        do throws(SystemError) {
            descriptor = path == "-" ? .standardInput : try .open(path, O_RDONLY)
        } catch {
            throw .system("opened", error)
        }
        self.separator = separator
        // Lists of other systems end their lines in two characters.
        lines = LineReader(
            descriptor, maxBytes: Self.maxBytes, end: separator.rawValue, dropsReturn: separator == .newline)
    }

    deinit { if descriptor != .standardInput { descriptor.close() } }

    /// What one path came to.
    enum Line {
        case path(String)
        case failed(DecodingError)
    }

    /// The next path; nil behind the last. Waits for more where the list comes from a program that is still writing it.
    func next() -> Line? {
        do throws(SystemError) {
            while let line = try lines.next() {
                switch line {
                case .tooLong: return .failed(Self.tooLong)
                case .bytes(let bytes):
                    let path = unmarked(bytes)
                    if !path.isEmpty { return self.line(path) }
                }
            }
            return nil
        } catch {
            return .failed(.system("read", error))
        }
    }

    /// The path without the byte order mark by which editors of other systems begin a text.
    private func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        defer { isFirst = false }
        let isMarked = isFirst && separator == .newline && bytes.starts(with: [0xEF, 0xBB, 0xBF])
        return isMarked ? Array(bytes.dropFirst(3)) : bytes
    }

    /// The most bytes of something that could be a path.
    private static let maxBytes = Int(PATH_MAX) * 16
    private static let tooLong = DecodingError(
        .unreadableName, "The list holds something that is too long for a path; it was left out.")

    private func line(_ path: [UInt8]) -> Line {
        if path.contains(0) {
            return .failed(DecodingError(.unreadableName, "The list is separated by NULs: read it with -0."))
        }
        guard let path = String(validating: path, as: UTF8.self) else {
            return .failed(DecodingError(.unreadableName, "The list holds a path that is not UTF-8; it was left out."))
        }
        return .path(path)
    }
}
