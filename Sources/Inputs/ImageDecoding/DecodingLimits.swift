/// What one input may cost, and where it may do harm. Every limit is checked before the cost arises.
public struct DecodingLimits: Sendable, Equatable {
    /// Bytes of the encoded file.
    public var maxBytes: Int
    /// Pixels of one page, before any reduction.
    public var maxPixels: Int
    /// Pages of one file.
    public var maxPages: Int
    /// Entries of one archive and of those in it.
    public var maxEntries: Int
    /// Archives in one another, the outermost counted.
    public var maxDepth: Int
    /// How many times its own size an archive may unpack to; `maxBytes` it may in any case.
    public var maxExpansion: Int
    /// The time in which a page of a document has to be drawn, or a HEIF file decoded by `heifProgram`.
    public var maxRenderingTime: Duration
    /// The program that decodes HEIF files, whose codecs are the likeliest to break on hostile ones: `mrz-scan`, which
    /// does so in a confined process. nil: this process does it itself.
    public var heifProgram: String?

    /// - Parameters:
    ///   - maxBytes: 256 MiB covers an uncompressed scan of a page at 1200 dpi in gray.
    ///   - maxPixels: 200 megapixels are those of the largest telephone cameras.
    ///   - maxPages: a thousand.
    ///   - maxEntries: a million.
    ///   - maxDepth: an archive in an archive in an archive.
    ///   - maxExpansion: pictures hardly get smaller in archives; text gets ten times smaller.
    ///   - maxRenderingTime: half a minute; a usual page takes a tenth of a second.
    ///   - heifProgram: a path of `mrz-scan`, or a name that is looked for along PATH.
    public init(
        maxBytes: Int = 256 << 20, maxPixels: Int = 200_000_000, maxPages: Int = 1000,
        maxEntries: Int = 1_000_000, maxDepth: Int = 3, maxExpansion: Int = 100,
        maxRenderingTime: Duration = .seconds(30), heifProgram: String? = nil
    ) {
        self.maxBytes = maxBytes
        self.maxPixels = maxPixels
        self.maxPages = maxPages
        self.maxEntries = maxEntries
        self.maxDepth = maxDepth
        self.maxExpansion = maxExpansion
        self.maxRenderingTime = maxRenderingTime
        self.heifProgram = heifProgram
    }
}
