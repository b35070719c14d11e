public import Reporting

/// Reads pictures that were taken elsewhere.
public protocol ImageProvider: Sendable {
    /// Every MRZ of a file, whether verified or not, in the order of its pages.
    ///
    /// - Throws: `INVALID_DATA` when it is no picture that can be read, `MRZ_SCAN_FAILED` when reading failed.
    func documents(in file: [UInt8]) async throws(BridgeError) -> [MRZReport]
}
