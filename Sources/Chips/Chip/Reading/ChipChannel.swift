/// Commands to one chip, within limits, through secure messaging once there is a session.
final class ChipChannel {
    private let transport: any ChipTransport
    private let limits: ChipLimits
    private let isCancelled: () -> Bool
    private let start = ContinuousClock.now
    /// The session; nil in the clear.
    var messaging: SecureMessaging?
    /// How many commands were sent.
    private(set) var commands = 0

    init(_ transport: any ChipTransport, limits: ChipLimits, isCancelled: @escaping () -> Bool = { false }) {
        self.transport = transport
        self.limits = limits
        self.isCancelled = isCancelled
    }

    /// Sends a command, protected where there is a session, and gives what the chip answers, whatever its status.
    ///
    /// - Throws: what the transport does; `sessionEnded` and `secureMessagingFailed`, after which there is no session.
    func send(_ command: CommandAPDU) throws(ChipError) -> ResponseAPDU {
        guard messaging != nil else {
            let response = try exchange(command)
            guard let offered = StatusWord.offeredLength(response.status), command.le != nil else { return response }
            var again = command
            again.le = offered
            return try exchange(again)
        }
        do throws(ChipError) {
            // In place: the counter goes on with the command, also where no answer comes.
            guard let protected = try messaging?.protected(command) else { throw .cryptography }
            let response = try exchange(protected)
            guard let opened = try messaging?.opened(response) else { throw .cryptography }
            return opened
        } catch {
            messaging = nil
            throw error
        }
    }

    /// Whether a command takes lengths of three bytes as it travels.
    func takesExtendedLength(_ command: CommandAPDU) throws(ChipError) -> Bool {
        // A copy: the session's counter stays where it is.
        guard var session = messaging else { return command.isExtended }
        return try session.protected(command).isExtended
    }

    /// Sends a command that must be done.
    ///
    /// - Throws: `refused`, and what `send` does.
    func done(_ command: CommandAPDU, _ what: String) throws(ChipError) -> [UInt8] {
        let response = try send(command)
        guard response.status == StatusWord.done else { throw .refused(what, response.status) }
        return response.data
    }

    /// Gives up the session and powers the chip up anew.
    func reset() throws(ChipError) {
        messaging = nil
        try transport.reset()
    }

    private func exchange(_ command: CommandAPDU) throws(ChipError) -> ResponseAPDU {
        var response = try raw(command.encoded)
        var data = response.data
        // Readers with T=0 hand long answers out in pieces.
        while response.status >> 8 == 0x61 {
            response = try raw([0x00, 0xC0, 0x00, 0x00, UInt8(response.status & 0xFF)])
            data += response.data
            guard data.count <= 65_536 else {
                throw ChipError(.limitExceeded, "An answer of the chip has no end.")
            }
        }
        return ResponseAPDU(data: data, status: response.status)
    }

    private func raw(_ command: [UInt8]) throws(ChipError) -> ResponseAPDU {
        if isCancelled() { throw ChipError(.cancelled, "The reading was stopped.") }
        guard commands < limits.commands else {
            throw ChipError(.limitExceeded, "The chip took more commands than any document needs.")
        }
        guard ContinuousClock.now - start < limits.duration else {
            throw ChipError(.timedOut, "The chip took too long altogether.")
        }
        commands += 1
        guard let response = ResponseAPDU(try transport.transmit(command)) else {
            throw ChipError(.removed, "The document left the reader.")
        }
        return response
    }
}
