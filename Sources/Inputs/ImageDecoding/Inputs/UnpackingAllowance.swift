import Glibc

/// How much an archive, with those in it, may unpack to: bombs are small files that become large ones.
package final class UnpackingAllowance {
    private var left: Int
    /// Whether more was asked for than is allowed.
    private(set) var isExhausted = false
    private let expansion: Int

    /// - Parameter size: bytes of the archive on the disk.
    init(of size: Int, _ limits: DecodingLimits) {
        expansion = limits.maxExpansion
        // Small archives of blank pages may unpack to one file of the largest size.
        let (allowed, overflow) = size.multipliedReportingOverflow(by: limits.maxExpansion)
        left = overflow ? Int.max : max(allowed, limits.maxBytes)
    }

    /// - Parameter descriptor: of the archive, at its beginning.
    package convenience init(ofDescriptor descriptor: Int32, _ limits: DecodingLimits) {
        let size = lseek(descriptor, 0, SEEK_END)
        lseek(descriptor, 0, SEEK_SET)
        self.init(of: max(0, size), limits)
    }

    /// - Throws: `too_many_bytes`.
    package func spend(_ count: Int) throws(DecodingError) {
        guard count <= left else {
            isExhausted = true
            throw DecodingError(.tooManyBytes, "The archive unpacks to more than \(expansion) times its size.")
        }
        left -= count
    }
}
