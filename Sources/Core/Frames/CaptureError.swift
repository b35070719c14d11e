public import Errors
import Glibc
import Threads

/// Why a source gives no frames, or no more of them. It never holds anything that a frame shows.
///
/// The kernel owns the list of what can go wrong, so it is open: a code, the operation that failed, and the system's
/// number for it.
public struct CaptureError: CodedError, Equatable {
    /// A stable word for programs; new ones may be added, old ones keep their meaning.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: Code
    /// One English sentence for people, with what they can do about it.
    public let message: String
    /// The call that failed, such as `VIDIOC_DQBUF`.
    public let operation: String?
    /// The system's error number, when a system call failed.
    public let errno: Int32?

    public init(_ code: Code, _ message: String, operation: String? = nil, errno: Int32? = nil) {
        self.code = code
        self.message = message
        self.operation = operation
        self.errno = errno
    }
}

extension CaptureError.Code {
    /// Nothing is at that path.
    public static let notFound = Self(rawValue: "camera_not_found")
    /// The system does not let this user use it.
    public static let permissionDenied = Self(rawValue: "camera_permission_denied")
    /// Another program is using it.
    public static let busy = Self(rawValue: "camera_busy")
    /// It is there, but it does not capture video.
    public static let notACamera = Self(rawValue: "not_a_camera")
    /// It offers no size or pixel format that can be used, or not the one that was asked for.
    public static let unsupportedMode = Self(rawValue: "unsupported_mode")
    /// It was unplugged, or stopped answering.
    public static let lost = Self(rawValue: "camera_lost")
    /// Any other failure of the system.
    public static let io = Self(rawValue: "camera_io")
}

extension CaptureError {
    /// The system gives no thread to capture on.
    package static let noThread = CaptureError(.io, ThreadError(errno: EAGAIN).description)
}

extension CaptureError: CustomStringConvertible {
    public var description: String {
        var text = "\(code.rawValue): \(message)"
        let details = [operation, errno.map { "errno \($0)" }].compactMap { $0 }.joined(separator: ", ")
        if !details.isEmpty { text += " (\(details))" }
        return text
    }
}
