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
    ///   - longSide: pixels that the longer side needs, at least 1; nil for all there are.
    ///   - color: whether the colour planes are wanted besides luma.
    /// - Throws: `no_such_page`, `too_many_pixels`, `unsupported`, `truncated`, `damaged` or `out_of_memory`.
    public func picture(page: Int = 0, longSide: Int? = nil, color: Bool = false) throws(DecodingError) -> Picture {
        let header = try header(ofPage: page)
        try check(header)
        let longSide = longSide.map { max(1, $0) }
        let reduction = kind == .jpeg ? header.jpegReduction(longSide) : 1
        try checkMemory(for: header, reduction: reduction, color: color)
        guard CodecSilence.isOn else { throw failure(header) }
        if kind == .png {
            guard let rows = LibPNG.linked?.decode(bytes) else { throw failure(header) }
            return try picture(of: rows, header, longSide, color: color, reduction: reduction)
        }
        guard let pix = try decode(header, reduction: reduction, color: color) else { throw failure(header) }
        let rows = PIXRows(pix, alpha: alpha(header), invertsGray: header.tiff?.invertsGray ?? false)
        return try picture(of: rows, header, longSide, color: color, reduction: reduction)
    }

    private func picture(
        of rows: borrowing some RowSource & ~Copyable, _ header: PageHeader, _ longSide: Int?, color: Bool,
        reduction: Int
    ) throws(DecodingError) -> Picture {
        guard rows.width * rows.height <= limits.maxPixels else {
            throw DecodingError(.tooManyPixels, "The picture is larger than its header says.")
        }
        let longer = max(rows.width, rows.height)
        let factor = longSide.map { longer / 2 >= $0 && longer > 2 * $0 ? longer / $0 : 1 } ?? 1
        return rows.picture(
            factor: factor, orientation: header.orientation, color: color, reduction: Double(reduction * factor))
    }

    private func decode(_ header: PageHeader, reduction: Int, color: Bool) throws(DecodingError) -> PIXHandle? {
        switch header.detail {
        case .jpeg(let detail):
            // Four inks have no luma of their own; they are decoded in colour.
            let luminance = color || detail.components == 4 ? 0 : L_JPEG_READ_LUMINANCE
            let hint = Int32(luminance | L_JPEG_CONTINUE_WITH_BAD_DATA)
            return PIXHandle(of: bytes) { pixReadMemJpeg($0, $1, 0, Int32(reduction), nil, hint) }
        case .tiff(let detail):
            var offset = detail.offset
            let upright = header.orientation == .upright ? bytes : TIFFDirectory.upright(bytes, detail)
            return PIXHandle(of: upright) { pixReadMemFromMultipageTiff($0, $1, &offset) }
        case .none: return try decodeSimple()
        }
    }

    /// Formats whose header asks nothing of their decoder.
    private func decodeSimple() throws(DecodingError) -> PIXHandle? {
        switch kind {
        case .webp: PIXHandle(of: WebPHeader.still(of: bytes)) { pixReadMemWebP($0, $1) }
        case .gif: PIXHandle(of: try GIFHeader.still(of: bytes)) { pixReadMemGif($0, $1) }
        case .bmp: PIXHandle(of: BMPHeader.redFirst(bytes)) { pixReadMemBmp($0, $1) }
        case .jp2: PIXHandle(of: bytes) { pixReadMemJp2k($0, $1, 1, nil, 0, 0) }
        case .pnm: PIXHandle(of: PNMHeader.machineOrder(bytes)) { pixReadMemPnm($0, $1) }
        case .jpeg, .png, .tiff: nil
        }
    }

    private func alpha(_ header: PageHeader) -> PIXRows.Alpha {
        // The fourth byte of a bitmap file is reserved and often zero throughout.
        if kind == .bmp { return .none }
        return header.tiff?.isPremultiplied == true ? .premultiplied : .straight
    }
}
