public import Errors
import Hexadecimal

/// Why a chip could not be reached, opened or read. It holds no byte of the document.
public struct ChipError: CodedError, Equatable, CustomStringConvertible {
    /// A stable word for programs; new ones may be added, old ones keep their meaning.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: Code
    /// One English sentence.
    public let message: String
    /// The status word of the chip, where it has given one. ISO/IEC 7816-4, 5.6.
    public let status: UInt16?

    public init(_ code: Code, _ message: String, status: UInt16? = nil) {
        self.code = code
        self.message = message
        self.status = status
    }

    public var description: String { message }

    /// A status that is no success.
    static func refused(_ what: String, _ status: UInt16) -> ChipError {
        ChipError(.refused, "The chip refused \(what) with status \(hex(status)).", status: status)
    }

    static func malformed(_ what: String) -> ChipError { ChipError(.malformed, "\(what) is not built as it must be.") }

    static let cryptography = ChipError(.cryptographyFailed, "The library for cryptography refused what it was given.")

    private static func hex(_ status: UInt16) -> String {
        [UInt8(status >> 8), UInt8(status & 0xFF)].hexadecimal(uppercase: true)
    }
}

extension ChipError.Code {
    /// The service for readers is not there: no library, or no daemon.
    public static let noService = Self(rawValue: "no_service")
    /// No reader of that name, or none at all.
    public static let noReader = Self(rawValue: "no_reader")
    /// Nothing lies on the reader, or nothing that answers.
    public static let noChip = Self(rawValue: "no_chip")
    /// The document left the reader.
    public static let removed = Self(rawValue: "removed")
    /// Another program uses the reader or the chip.
    public static let busy = Self(rawValue: "busy")
    /// The chip did not answer in time, or the whole reading took too long.
    public static let timedOut = Self(rawValue: "timed_out")
    /// The caller stopped it.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The reader could not pass a command on.
    public static let transportFailed = Self(rawValue: "transport_failed")
    /// The chip does not take the key: the MRZ or the card access number is another document's, or misread.
    public static let wrongKey = Self(rawValue: "wrong_key")
    /// The chip knows none of the ways in that are known here, or none for the key that was given.
    public static let accessUnsupported = Self(rawValue: "access_unsupported")
    /// The chip failed to prove that it knows the key, or broke the rules of the protocol.
    public static let accessFailed = Self(rawValue: "access_failed")
    /// An answer does not carry the proof of the session's keys, or the session's keys do not open it.
    public static let secureMessagingFailed = Self(rawValue: "secure_messaging_failed")
    /// The chip gave up the session.
    public static let sessionEnded = Self(rawValue: "session_ended")
    /// The chip refused a command; `status` says how.
    public static let refused = Self(rawValue: "refused")
    /// An answer or a file that is not built as it must be.
    public static let malformed = Self(rawValue: "malformed")
    /// More bytes, files or commands than any document needs.
    public static let limitExceeded = Self(rawValue: "limit_exceeded")
    /// A file is not there. It ends no reading: `ChipReading` says what is missing.
    static let missingFile = Self(rawValue: "missing_file")
    /// The library for cryptography failed, or refuses what it was given.
    public static let cryptographyFailed = Self(rawValue: "cryptography_failed")
}
