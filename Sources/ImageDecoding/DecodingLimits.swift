/// What one input may cost. Every limit is checked before the cost arises.
public struct DecodingLimits: Sendable, Equatable {
    /// Bytes of the encoded file.
    public var maxBytes: Int
    /// Pixels of one page, before any reduction.
    public var maxPixels: Int
    /// Pages of one file.
    public var maxPages: Int

    /// - Parameters:
    ///   - maxBytes: 256 MiB covers an uncompressed scan of a page at 1200 dpi in gray.
    ///   - maxPixels: 200 megapixels are those of the largest telephone cameras.
    ///   - maxPages: a thousand.
    public init(maxBytes: Int = 256 << 20, maxPixels: Int = 200_000_000, maxPages: Int = 1000) {
        self.maxBytes = maxBytes
        self.maxPixels = maxPixels
        self.maxPages = maxPages
    }
}
