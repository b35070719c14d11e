public import Imaging

/// The bytes of one input, not yet decoded. Its header has been read and is within the limits.
public struct EncodedImage: Sendable {
    /// The format, told by the content.
    public let kind: ImageKind
    let limits: DecodingLimits
    let bytes: [UInt8]
    let pages: [PageHeader]
    /// Of a JPEG file.
    let jpegWalk: JPEGWalk.Memory?

    /// Reads the header of a picture held in memory.
    ///
    /// - Throws: `is_empty`, `too_many_bytes`, `not_an_image`, `unsupported`, `truncated`, `damaged`, `encrypted`,
    ///   `timed_out`, `too_many_pixels` or `too_many_pages`. No pixel has been decoded then.
    public init(bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(DecodingError) {
        guard !bytes.isEmpty else { throw DecodingError(.isEmpty, "The input has no bytes.") }
        guard bytes.count <= limits.maxBytes else { throw .tooManyBytes(limits) }
        let kind = try ImageKind(sniffing: bytes)
        self.kind = kind
        self.bytes = bytes
        self.limits = limits
        jpegWalk = kind == .jpeg ? JPEGWalk.Memory() : nil
        switch kind {
        case .jpeg: pages = [try JPEGHeader.page(of: bytes)]
        case .png: pages = [try PNGHeader.page(of: bytes)]
        case .tiff: pages = try TIFFDirectory.pages(of: bytes, limits)
        case .webp: pages = [try WebPHeader.page(of: bytes)]
        case .bmp: pages = [try BMPHeader.page(of: bytes)]
        case .gif: pages = [try GIFHeader.page(of: bytes)]
        case .jp2: pages = [try JP2Header.page(of: bytes)]
        case .pnm: pages = try PNMHeader.pages(of: bytes, limits)
        case .heif: pages = [try HEIFFile.page(of: bytes)]
        case .pdf: pages = try PDFFile.pages(of: bytes, limits)
        }
        // One page of many may be too large without spoiling the others: `picture` says so when asked for it.
        if pages.count == 1 { try check(pages[0]) }
    }

    /// Whether the bytes begin like a picture or a document of a known format, also one that is not read here.
    public static func isKnown(_ bytes: [UInt8]) -> Bool {
        do throws(DecodingError) {
            _ = try ImageKind(sniffing: bytes)
            return true
        } catch {
            return error.code != .notAnImage
        }
    }

    /// Pages of a TIFF or PDF file, and pictures of a PNM file; 1 for every other format: an animation counts as its
    /// first frame, a HEIF file of several images as its primary one.
    public var pageCount: Int { pages.count }

    /// The size of a page as it is seen upright, before any reduction.
    ///
    /// - Parameter page: counted from 0.
    /// - Throws: `no_such_page`.
    public func size(ofPage page: Int) throws(DecodingError) -> PixelSize {
        try header(ofPage: page).pageSize
    }

    func header(ofPage page: Int) throws(DecodingError) -> PageHeader {
        guard pages.indices.contains(page) else {
            throw DecodingError(.noSuchPage, "There is no page \(page + 1): the file has \(pageCount).")
        }
        return pages[page]
    }

    func check(_ page: PageHeader) throws(DecodingError) {
        // OpenJPEG holds four bytes of every sample besides the picture itself.
        try page.check(limits, factor: kind == .jp2 ? 4 : 1)
        if kind == .jpeg {
            try JPEGHeader.check(scans: bytes.withUnsafeBytes(JPEGHeader.scans), of: page, limits)
        }
    }
}

extension EncodedImage: CustomStringConvertible, CustomReflectable {
    /// The kind and the sizes only: a picture of a document is personal data.
    public var description: String { "EncodedImage \(kind.rawValue), \(bytes.count) bytes, \(pageCount) pages" }
    public var customMirror: Mirror {
        Mirror(self, children: ["kind": kind, "bytes": bytes.count, "pages": pageCount])
    }
}
