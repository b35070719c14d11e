import Glibc

/// The paths in a file or on the standard input, one after another, read only as far as they are asked for.
public final class PathList {
    /// What stands between two paths.
    public enum Separator: UInt8, Sendable {
        case nul = 0
        case newline = 10
    }

    private let descriptor: Int32
    private let separator: Separator
    private var buffer: [UInt8] = []
    /// Where in the buffer the next path begins.
    private var start = 0
    private var isAtEnd = false
    /// What comes is the rest of something that was too long.
    private var isSkipping = false

    /// - Parameters:
    ///   - path: the file, or `-` for the standard input.
    ///   - separator: `find -print0` writes a NUL; a path may hold anything else.
    /// - Throws: `not_found`, `permission_denied`, `io`.
    public init(path: String, separator: Separator) throws(DecodingError) {
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("opened", errno) }
        self.separator = separator
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// What one path came to.
    enum Line {
        case path(String)
        case failed(DecodingError)
    }

    /// The next path; nil behind the last. Waits for more where the list comes from a program that is still writing it.
    func next() -> Line? {
        while true {
            if let end = buffer[start...].firstIndex(of: separator.rawValue) {
                let path = path(in: buffer[start..<end])
                start = end + 1
                let isRest = isSkipping
                isSkipping = false
                if isRest { continue }
                if path.count > Self.maxBytes { return .failed(Self.tooLong) }
                if !path.isEmpty { return line(path) }
            } else if isAtEnd {
                defer { start = buffer.count }
                let path = path(in: buffer[start...])
                return !path.isEmpty && !isSkipping ? line(path) : nil
            } else if buffer.count - start > Self.maxBytes {
                start = buffer.count
                if isSkipping { continue }
                isSkipping = true
                return .failed(Self.tooLong)
            } else if let failure = refill() {
                isAtEnd = true
                return .failed(failure)
            }
        }
    }

    /// Of something that could be a path.
    private static let maxBytes = Int(PATH_MAX) * 16
    private static let tooLong = DecodingError(
        .unreadableName, "The list holds something that is too long for a path; it was left out.")

    /// Lists of other systems end their lines in two characters.
    private func path(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        separator == .newline && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    private func line(_ path: ArraySlice<UInt8>) -> Line {
        if path.contains(0) {
            return .failed(DecodingError(.unreadableName, "The list is separated by NULs: read it with -0."))
        }
        guard let path = String(validating: path, as: UTF8.self) else {
            return .failed(DecodingError(.unreadableName, "The list holds a path that is not UTF-8; it was left out."))
        }
        return .path(path)
    }

    private func refill() -> DecodingError? {
        buffer.removeFirst(start)
        start = 0
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0 { return errno == EINTR ? nil : .system("read", errno) }
        isAtEnd = count == 0
        buffer += chunk[..<count]
        return nil
    }
}
