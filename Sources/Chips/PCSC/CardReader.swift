import CPCSC
public import Chip

/// A reader for chips, and what lies on it.
public struct CardReader: Sendable, Equatable {
    /// The name that PC/SC gives the reader.
    public let name: String
    public let state: State
    /// The answer to reset of the chip that lies there; empty when there is none.
    public let answerToReset: [UInt8]

    public enum State: String, Sendable, CaseIterable {
        case empty
        case chip
        /// Another program has taken what lies there.
        case busy
        /// Something lies there and does not answer.
        case mute
        /// The reader does not say.
        case unknown
    }

    /// Every reader of the system.
    ///
    /// - Throws: `noService`. No reader at all is an empty list.
    public static func all() throws(ChipError) -> [CardReader] {
        let context = try CardContext()
        return try context.readers().map { name throws(ChipError) in try context.reader(name) }
    }

    package init(name: String, state: UInt32, answerToReset: [UInt8]) {
        self.name = name
        self.answerToReset = answerToReset
        if state & UInt32(CPCSC_STATE_EMPTY) != 0 {
            self.state = .empty
        } else if state & UInt32(CPCSC_STATE_MUTE) != 0 {
            self.state = .mute
        } else if state & UInt32(CPCSC_STATE_EXCLUSIVE) != 0 {
            self.state = .busy
        } else {
            self.state = state & UInt32(CPCSC_STATE_PRESENT) != 0 ? .chip : .unknown
        }
    }

    /// Whether the chip says that it takes commands and gives answers of more than 256 bytes. ISO/IEC 7816-4, 12.1.1.
    public var takesExtendedLengths: Bool {
        // T0, then the interface bytes that it and each TD announce, then the historical bytes.
        var rest = answerToReset.dropFirst()
        guard let format = rest.popFirst() else { return false }
        var announced = format >> 4
        while announced != 0 {
            rest = rest.dropFirst((announced & 0x7).nonzeroBitCount)
            guard announced & 0x8 != 0, let next = rest.popFirst() else { break }
            announced = next >> 4
        }
        var historical = rest.prefix(Int(format & 0x0F))
        // Compact data objects: the third byte of the card capabilities.
        guard let category = historical.popFirst(), category == 0x80 || category == 0x00 else { return false }
        while let head = historical.popFirst() {
            let value = historical.prefix(Int(head & 0x0F))
            historical = historical.dropFirst(value.count)
            if head >> 4 == 7, value.count == 3, let last = value.last { return last & 0x40 != 0 }
        }
        return false
    }

    /// How long answers may be.
    ///
    /// - Parameter longest: the longest APDU that the reader takes, in bytes, 0 where it takes short ones only; nil when
    ///   it does not tell. PC/SC part 10, 2.6.14.
    package func lengths(longestAPDU longest: Int?) -> AnswerLengths {
        guard takesExtendedLengths else { return .short }
        return longest.map { $0 >= 4096 ? .extended : .short } ?? .untold
    }
}

/// A connection to the service for readers.
final class CardContext: @unchecked Sendable {
    // Written in `init` alone; the service's own handles may be used from any thread.
    let handle: Int

    init() throws(ChipError) {
        var handle = 0
        try CardContext.check(cpcsc_establish(&handle), "The service for readers")
        self.handle = handle
    }

    deinit { cpcsc_release(handle) }

    /// The names of the readers.
    func readers() throws(ChipError) -> [String] {
        var (names, size): ([CChar], Int) = ([], 0)
        var code: UInt32
        repeat {
            size = 0
            code = cpcsc_readers(handle, nil, &size)
            if code == CPCSC_NO_READERS { return [] }
            try Self.check(code, "The list of readers")
            names = [CChar](repeating: 0, count: size)
            code = cpcsc_readers(handle, &names, &size)
            // One that was plugged in meanwhile takes more room.
        } while code == CPCSC_INSUFFICIENT_BUFFER
        if code == CPCSC_NO_READERS { return [] }
        try Self.check(code, "The list of readers")
        return names.prefix(size).split(separator: 0).map {
            String(decoding: $0.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        }
    }

    /// What lies on a reader now.
    func reader(_ name: String) throws(ChipError) -> CardReader {
        try change(of: name, known: UInt32(CPCSC_STATE_UNAWARE), timeout: 0).reader
    }

    /// What lies on a reader once it is something else than `known`, or `timeout` has passed.
    ///
    /// - Parameter timeout: milliseconds.
    func change(
        of name: String, known: UInt32, timeout: UInt32
    ) throws(ChipError) -> (reader: CardReader, state: UInt32) {
        var state: UInt32 = 0
        var answer = [UInt8](repeating: 0, count: Int(CPCSC_MAX_ATR))
        var length = 0
        let code = cpcsc_wait(handle, name, known, timeout, &state, &answer, &length)
        if code != CPCSC_TIMEOUT { try Self.check(code, "The reader") }
        let reader = CardReader(name: name, state: state, answerToReset: Array(answer.prefix(length)))
        return (reader, state)
    }

    static func check(_ code: UInt32, _ what: String) throws(ChipError) {
        if let error = error(code, what) { throw error }
    }

    /// Nil for success.
    static func error(_ code: UInt32, _ what: String) -> ChipError? {
        switch code {
        case 0: nil
        case CPCSC_NO_SERVICE, CPCSC_SERVICE_STOPPED:
            ChipError(.noService, "There is no service for readers: pcscd does not run, or is not installed.")
        case CPCSC_NO_READERS, CPCSC_UNKNOWN_READER, CPCSC_READER_UNAVAILABLE:
            ChipError(.noReader, "There is no such reader.")
        case CPCSC_SHARING_VIOLATION: ChipError(.busy, "Another program uses the document on the reader.")
        case CPCSC_NO_CARD: ChipError(.noChip, "No document lies on the reader.")
        case CPCSC_REMOVED: ChipError(.removed, "The document left the reader.")
        // Another program's end, mostly: what was agreed on with the chip is gone, as when it had left.
        case CPCSC_RESET, CPCSC_UNPOWERED: ChipError(.removed, "Somebody has reset the chip.")
        case CPCSC_UNRESPONSIVE: ChipError(.noChip, "What lies on the reader does not answer.")
        default: ChipError(.transportFailed, "\(what) failed with code \(String(code, radix: 16, uppercase: true)).")
        }
    }
}
