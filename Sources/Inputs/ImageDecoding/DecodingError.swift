public import Errors

/// Why an input gave no picture. It never holds a byte of the input, nor its path: the caller knows which one it was.
public struct DecodingError: CodedError, Equatable {
    /// A stable word for programs; new ones may be added, old ones keep their meaning.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: Code
    /// One English sentence for people.
    public let message: String
    /// The system's error number, when a system call failed.
    public let errno: Int32?

    public init(_ code: Code, _ message: String, errno: Int32? = nil) {
        self.code = code
        self.message = message
        self.errno = errno
    }
}

extension DecodingError.Code {
    /// Nothing is at that path.
    public static let notFound = Self(rawValue: "not_found")
    /// The system does not let this user read it.
    public static let permissionDenied = Self(rawValue: "permission_denied")
    /// A folder where a file was expected.
    public static let isDirectory = Self(rawValue: "is_a_directory")
    /// A file where a folder was expected.
    public static let notADirectory = Self(rawValue: "not_a_directory")
    /// A pipe, a socket or a device where a file was expected.
    public static let notAFile = Self(rawValue: "not_a_file")
    /// A folder or an archive that holds no picture, at any depth.
    public static let noImages = Self(rawValue: "no_images")
    /// A file name that is not UTF-8.
    public static let unreadableName = Self(rawValue: "unreadable_name")
    /// A file of no bytes.
    public static let isEmpty = Self(rawValue: "is_empty")
    /// More bytes than the limits allow.
    public static let tooManyBytes = Self(rawValue: "too_many_bytes")
    /// More pixels, or more work for them, than the limits allow; said by the header alone.
    public static let tooManyPixels = Self(rawValue: "too_many_pixels")
    /// More pages than the limits allow.
    public static let tooManyPages = Self(rawValue: "too_many_pages")
    /// More entries in an archive than the limits allow.
    public static let tooManyEntries = Self(rawValue: "too_many_entries")
    /// The page asked for is not in the file.
    public static let noSuchPage = Self(rawValue: "no_such_page")
    /// The bytes are of no picture format known here.
    public static let notAnImage = Self(rawValue: "not_an_image")
    /// A picture, but of a format or a variant that is not read here.
    public static let unsupported = Self(rawValue: "unsupported")
    /// It opens with a password only.
    public static let encrypted = Self(rawValue: "encrypted")
    /// Archives in archives, deeper than the limits allow.
    public static let nestedTooDeeply = Self(rawValue: "nested_too_deeply")
    /// A page took longer than the limits allow.
    public static let timedOut = Self(rawValue: "timed_out")
    /// The bytes end too early.
    public static let truncated = Self(rawValue: "truncated")
    /// The bytes contradict their own format.
    public static let damaged = Self(rawValue: "damaged")
    /// The system has not the memory this picture needs.
    public static let outOfMemory = Self(rawValue: "out_of_memory")
    /// Any other failure of the system.
    public static let io = Self(rawValue: "io")
}

extension DecodingError: CustomStringConvertible {
    public var description: String {
        errno.map { "\(code.rawValue): \(message) (errno \($0))" } ?? "\(code.rawValue): \(message)"
    }
}
