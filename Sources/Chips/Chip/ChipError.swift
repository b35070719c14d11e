/// Why a chip could not be reached, opened or read. It holds no byte of the document.
public struct ChipError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable word for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// The service for readers is not there: no library, or no daemon.
        case noService = "no_service"
        /// No reader of that name, or none at all.
        case noReader = "no_reader"
        /// Nothing lies on the reader, or nothing that answers.
        case noChip = "no_chip"
        /// The document left the reader.
        case removed
        /// Another program uses the reader or the chip.
        case busy
        /// The chip did not answer in time, or the whole reading took too long.
        case timedOut = "timed_out"
        /// The caller stopped it.
        case cancelled
        /// The reader could not pass a command on.
        case transportFailed = "transport_failed"
        /// The chip does not take the key: the MRZ or the card access number is another document's, or misread.
        case wrongKey = "wrong_key"
        /// The chip knows none of the ways in that are known here, or none for the key that was given.
        case accessUnsupported = "access_unsupported"
        /// The chip failed to prove that it knows the key, or broke the rules of the protocol.
        case accessFailed = "access_failed"
        /// An answer does not carry the proof of the session's keys, or the session's keys do not open it.
        case secureMessagingFailed = "secure_messaging_failed"
        /// The chip gave up the session.
        case sessionEnded = "session_ended"
        /// The chip refused a command; `status` says how.
        case refused
        /// An answer or a file that is not built as it must be.
        case malformed
        /// More bytes, files or commands than any document needs.
        case limitExceeded = "limit_exceeded"
        /// A file that must be there is not.
        case missingFile = "missing_file"
        /// The library for cryptography failed, or refuses what it was given.
        case cryptographyFailed = "cryptography_failed"
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
        let digits = String(status, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
