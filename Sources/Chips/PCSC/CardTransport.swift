import CPCSC
public import Chip
import Threads

/// The chip on a reader. Whatever waits for the chip runs on a thread of its own and has an end: to connect, to send, to
/// reset and to let go.
///
/// The other calls run on the caller's thread: to begin with the service, to list its readers, and to ask what lies on
/// one. The service answers them from what it knows, or when the time that it is given is up. One that hangs is waited for.
public final class CardTransport: ChipTransport {
    public struct Options: Sendable {
        /// How long a document that has left may take to come back.
        public var returnTimeout: Duration = .seconds(20)
        /// How long one command may take: a signature takes a second, a wrong key up to ten.
        public var answerTimeout: Duration = .seconds(25)

        public init() {}
    }

    /// The reader and what lay on it when it was found.
    public let reader: CardReader
    /// The longest APDU that the reader takes, in bytes, 0 where it takes short ones only; nil when it does not tell.
    private var longestAPDU: Int?
    /// How long answers may be, by what the chip and the reader say of themselves.
    public var lengths: AnswerLengths { reader.lengths(longestAPDU: longestAPDU) }
    private let context: CardContext
    private let thread: CallThread
    /// The connection that the thread has made. It alone writes it, so that one that nobody waited for is given back
    /// too.
    private let connected = Monitor<Int?>(nil)
    private let options: Options
    private let isCancelled: () -> Bool
    private let hasLeft: () -> Void
    private var card: Int?
    private var protocolNumber: UInt32 = 0
    /// The thread still waits for an answer that nobody wants any more.
    private var isStuck = false

    /// Waits for a document.
    ///
    /// - Parameters:
    ///   - options: what is read, and how.
    ///   - name: the reader, or the beginning of its name; any reader when nil.
    ///   - timeout: how long a document may take to come.
    ///   - isCancelled: asked ten times a second.
    ///   - isAwaited: hears that there is a reader, and no document on it yet.
    ///   - hasLeft: hears that the document has left and is waited for.
    /// - Throws: `noService`, `noReader`, `noChip` when none came, `busy`, `cancelled`.
    public init(
        reader name: String?, timeout: Duration, options: Options = Options(),
        isCancelled: @escaping () -> Bool = { false }, isAwaited: () -> Void = {},
        hasLeft: @escaping () -> Void = {}
    ) throws(ChipError) {
        context = try CardContext()
        thread = try CallThread()
        self.options = options
        self.isCancelled = isCancelled
        self.hasLeft = hasLeft
        reader = try Self.waiting(context, name, timeout, isCancelled, isAwaited: isAwaited)
        try connect()
        if let card {
            let told = thread.call(timeout: .seconds(5), isCancelled: isCancelled) { () -> UInt32? in
                var longest: UInt32 = 0
                return cpcsc_longest_apdu(card, &longest) ? longest : nil
            }
            longestAPDU = (told ?? nil).map { Int($0) }
        }
    }

    deinit {
        // Behind what the thread may still be waiting for. The next program finds the chip without power.
        let (connected, context) = (connected, context)
        let letGo: @Sendable () -> Void = {
            Self.disconnect(connected)
            withExtendedLifetime(context) {}
        }
        // A call that nobody waits for any more ends some time, mostly in a moment; the service hears of it then.
        guard !isStuck else { return thread.add(letGo) }
        _ = thread.call(timeout: .seconds(2), isCancelled: Self.never, letGo)
    }

    /// On the thread.
    private static func disconnect(_ connected: Monitor<Int?>) {
        let card = connected.update { card in
            defer { card = nil }
            return card
        }
        if let card { cpcsc_disconnect(card) }
    }

    /// Nobody stops it.
    private static func never() -> Bool { false }

    /// The first reader of that name on which a document lies.
    private static func waiting(
        _ context: CardContext, _ name: String?, _ timeout: Duration, _ isCancelled: () -> Bool,
        isAwaited: () -> Void = {}
    ) throws(ChipError) -> CardReader {
        let deadline = ContinuousClock.now + timeout
        var isTold = false
        while true {
            let names = try context.readers().filter { name == nil || $0.hasPrefix(name ?? "") }
            guard let first = names.first else { throw ChipError(.noReader, "There is no such reader.") }
            var known: UInt32 = 0
            for name in names {
                let (reader, state) = try context.change(of: name, known: 0, timeout: 0)
                if name == first { known = state }
                switch reader.state {
                case .chip: return reader
                case .busy where names.count == 1:
                    throw ChipError(.busy, "Another program uses the document on the reader.")
                default: continue
                }
            }
            if isCancelled() { throw ChipError(.cancelled, "The reading was stopped.") }
            guard ContinuousClock.now < deadline else {
                throw ChipError(.noChip, "No document was laid on the reader.")
            }
            if !isTold { isAwaited() }
            isTold = true
            // Wakes as soon as something happens on the first reader; the others are looked at ten times a second.
            _ = try context.change(of: first, known: known, timeout: 100)
        }
    }

    private func connect() throws(ChipError) {
        let (context, name, connected) = (context, reader.name, connected)
        let result = try call { () -> Connection in
            var (card, active): (Int, UInt32) = (0, 0)
            let code = cpcsc_connect(context.handle, name, &card, &active)
            if code == 0 { connected.update { [card] in $0 = card } }
            return Connection(code: code, card: card, protocolNumber: active)
        }
        try CardContext.check(result.code, "The reader")
        card = result.card
        protocolNumber = result.protocolNumber
    }

    private struct Connection: Sendable {
        let code: UInt32
        var card = 0
        var protocolNumber: UInt32 = 0
        var answer: [UInt8] = []
    }

    private func call(_ body: @escaping @Sendable () -> Connection) throws(ChipError) -> Connection {
        guard !isStuck else { throw ChipError(.timedOut, "The reader does not answer.") }
        let result = thread.call(timeout: options.answerTimeout, isCancelled: isCancelled, body)
        if let result { return result }
        isStuck = true
        if isCancelled() { throw ChipError(.cancelled, "The reading was stopped.") }
        throw ChipError(.timedOut, "The chip does not answer.")
    }

    public func transmit(_ command: [UInt8]) throws(ChipError) -> [UInt8] {
        guard let card else { throw ChipError(.removed, "The document left the reader.") }
        let protocolNumber = protocolNumber
        let result = try call {
            var answer = [UInt8](repeating: 0, count: 65_538)
            var size = answer.count
            let code = cpcsc_transmit(card, protocolNumber, command, command.count, &answer, &size)
            return Connection(code: code, answer: Array(answer.prefix(size)))
        }
        if let error = CardContext.error(result.code, "The reader") {
            // Some drivers call it a failed transmission when the document has left.
            if error.code == .transportFailed, try context.reader(reader.name).state == .empty {
                throw ChipError(.removed, "The document left the reader.")
            }
            throw error
        }
        return result.answer
    }

    public func reset() throws(ChipError) {
        if let card, try context.reader(reader.name).state != .empty {
            let result = try call {
                var active: UInt32 = 0
                let code = cpcsc_reset(card, &active)
                return Connection(code: code, protocolNumber: active)
            }
            if result.code == 0 {
                protocolNumber = result.protocolNumber
                return
            }
        }
        if card != nil {
            let connected = connected
            _ = try call {
                Self.disconnect(connected)
                return Connection(code: 0)
            }
            card = nil
        }
        hasLeft()
        do throws(ChipError) {
            _ = try Self.waiting(context, reader.name, options.returnTimeout, isCancelled)
        } catch  where error.code == .noChip {
            throw ChipError(.removed, "The document left the reader and did not come back.")
        }
        try connect()
    }
}
