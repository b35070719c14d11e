public import JSON

/// Reads the chips of documents.
public protocol NFCProvider: Sendable {
    /// Whether there is a reader. Asked on the thread that serves all connections, so it answers at once.
    var isSupported: Bool { get }
    /// - Throws: `NFC_NOT_SUPPORTED`, or what goes wrong with the chip.
    func scan(_ parameters: BridgeParameters) async throws(BridgeError) -> JSONValue
}

/// No reader. The keys to a chip come with the result of a scan when the host is told to give them.
public struct NoNFC: NFCProvider {
    public init() {}
    public var isSupported: Bool { false }

    public func scan(_ parameters: BridgeParameters) async throws(BridgeError) -> JSONValue {
        throw BridgeError.noReader
    }
}

extension BridgeError {
    /// There is nothing to read a chip with.
    public static var noReader: BridgeError { BridgeError(.nfcNotSupported, "This host has no reader for chips.") }
}
