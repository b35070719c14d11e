import Imaging

/// What a file says of one page before any pixel of it is decoded.
struct PageHeader: Sendable {
    /// Columns as stored.
    let width: Int
    /// Rows as stored.
    let height: Int
    /// How the stored picture lies on the page.
    var orientation = Orientation.upright
    /// Viewers show something else than what is decoded here, or one viewer something else than another: it counts as
    /// damaged wherever it is read.
    var isDoubtful = false
    /// What the decoder of this format needs to know besides.
    var detail = Detail.none

    enum Detail: Sendable {
        case none
        case jpeg(JPEGHeader.Detail)
        case tiff(TIFFDirectory.Detail)
        case jp2(JP2Header.Detail)
        /// Where the picture stands in its file.
        case pnm(Range<Int>)
        case pdf(PDFPage)
        /// The file breaks off before it.
        case lost
    }

    /// The size of the upright page.
    var pageSize: PixelSize {
        orientation.swapsSides ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }

    /// - Throws: `damaged` for a picture without pixels, `too_many_pixels`.
    func check(_ limits: DecodingLimits, factor: Int = 1) throws(DecodingError) {
        guard width > 0, height > 0 else {
            if case .pdf = detail {
                throw DecodingError(.damaged, "The PDF page has no size, or sides of more than 200 inches.")
            }
            if case .lost = detail { throw DecodingError(.truncated, "The file ends before this page.") }
            throw DecodingError(.damaged, "The picture has no pixels.")
        }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        if overflow || pixels > limits.maxPixels / factor {
            throw DecodingError(
                .tooManyPixels,
                "The picture has \(width)×\(height) pixels, more than the limit of \(limits.maxPixels / factor).")
        }
    }
}
