import CChip

/// Bytes that nobody else is to have: a key, a nonce, a shared secret. Their memory is overwritten when they are gone.
final class SecretBytes: @unchecked Sendable {
    // Written in `init` alone.
    private let pointer: UnsafeMutablePointer<UInt8>
    let count: Int

    /// - Parameter fill: writes all bytes and says whether it could.
    /// - Throws: `cryptographyFailed`.
    init(count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Bool) throws(ChipError) {
        pointer = .allocate(capacity: max(count, 1))
        pointer.initialize(repeating: 0, count: max(count, 1))
        self.count = count
        guard fill(pointer) else { throw .cryptography }
    }

    init(_ bytes: some Collection<UInt8>) {
        pointer = .allocate(capacity: max(bytes.count, 1))
        pointer.initialize(repeating: 0, count: max(bytes.count, 1))
        count = bytes.count
        for (i, byte) in bytes.enumerated() { pointer[i] = byte }
    }

    deinit {
        cchip_clear(pointer, max(count, 1))
        pointer.deallocate()
    }

    /// The bytes, which `body` must not keep.
    func with<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result { body(pointer) }

    /// Some of the bytes from the start.
    ///
    /// - Throws: `cryptographyFailed` when there are not as many.
    func prefix(_ length: Int) throws(ChipError) -> SecretBytes {
        guard length <= count else { throw .cryptography }
        return SecretBytes(UnsafeBufferPointer(start: pointer, count: length))
    }
}
