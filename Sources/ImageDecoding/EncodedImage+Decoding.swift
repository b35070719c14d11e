import COCR
public import Imaging

extension EncodedImage {
    /// Decodes one page, upright.
    ///
    /// A JPEG file is decoded at a half, a quarter or an eighth of its size where that still has `longSide` pixels on
    /// its longer side; what is larger than twice `longSide` after that is averaged by a whole factor. A file that
    /// breaks off is decoded as far as it goes where its format allows it.
    ///
    /// - Parameters:
    ///   - page: counted from 0.
    ///   - longSide: pixels that the longer side needs; nil for all there are.
    ///   - color: whether the colour planes are wanted besides luma.
    /// - Throws: `no_such_page`, `too_many_pixels`, `unsupported`, `truncated`, `damaged` or `out_of_memory`.
    public func picture(page: Int = 0, longSide: Int? = nil, color: Bool = false) throws(DecodingError) -> Picture {
        let header = try header(ofPage: page)
        try check(header)
        let reduction = kind == .jpeg ? header.jpegReduction(longSide) : 1
        try checkMemory(for: header, reduction: reduction, color: color)
        guard CodecSilence.isOn, let pix = try decode(header, reduction: reduction, color: color) else {
            throw failure(header)
        }
        guard pix.width * pix.height <= limits.maxPixels else {
            throw DecodingError(.tooManyPixels, "The picture is larger than its header says.")
        }
        let rows = PixelRows(pix, transparency: header.transparency, tiff: header.tiff)
        let decoded = PixelSize(width: rows.width, height: rows.height)
        let factor = longSide.map { decoded.longSide > 2 * $0 ? decoded.longSide / max(1, $0) : 1 } ?? 1
        // Leptonica has turned the pages of TIFF files itself.
        return rows.picture(
            factor: factor, orientation: kind == .tiff ? .upright : header.orientation, color: color,
            reduction: Double(reduction * factor))
    }

    private func decode(_ header: PageHeader, reduction: Int, color: Bool) throws(DecodingError) -> PIXHandle? {
        switch header.detail {
        case .jpeg(let detail):
            // Four inks have no luma of their own; they are decoded in colour.
            let hint = color || detail.components == 4 ? 0 : L_JPEG_READ_LUMINANCE
            return PIXHandle(of: bytes) { pixReadMemJpeg($0, $1, 0, Int32(reduction), nil, Int32(hint)) }
        case .png(.palette(_, let chunk)), .png(.gray(_, let chunk)):
            var opaque = bytes
            opaque.removeSubrange(chunk)
            return PIXHandle(of: opaque) { pixReadMemPng($0, $1) }
        case .tiff(let detail):
            var offset = detail.offset
            return PIXHandle(of: bytes) { pixReadMemFromMultipageTiff($0, $1, &offset) }
        case .png(.none): return PIXHandle(of: bytes) { pixReadMemPng($0, $1) }
        case .none: return try decodeSimple()
        }
    }

    /// Formats whose header asks nothing of their decoder.
    private func decodeSimple() throws(DecodingError) -> PIXHandle? {
        switch kind {
        case .webp: PIXHandle(of: WebPHeader.still(of: bytes)) { pixReadMemWebP($0, $1) }
        case .gif: PIXHandle(of: try GIFHeader.still(of: bytes)) { pixReadMemGif($0, $1) }
        case .bmp: PIXHandle(of: bytes) { pixReadMemBmp($0, $1) }
        case .jp2: PIXHandle(of: bytes) { pixReadMemJp2k($0, $1, 1, nil, 0, 0) }
        case .pnm: PIXHandle(of: bytes) { pixReadMemPnm($0, $1) }
        case .jpeg, .png, .tiff: nil
        }
    }
}
