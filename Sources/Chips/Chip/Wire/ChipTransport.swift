/// Carries commands to one chip and its answers back. It blocks while it does.
public protocol ChipTransport: AnyObject {
    /// Sends one command APDU and gives the response APDU.
    ///
    /// - Throws: `removed`, `timedOut`, `cancelled`, `transportFailed`.
    func transmit(_ command: [UInt8]) throws(ChipError) -> [UInt8]

    /// Powers the chip down and up. Where it has left the reader, waits for it to come back until the transport's
    /// time for that is up.
    ///
    /// - Throws: `removed` when it has not come back, `cancelled`, `noReader`, `transportFailed`.
    func reset() throws(ChipError)
}
