import CLeptonica
import CTIFF
public import Imaging

extension EncodedImage {
    /// Decodes one page, upright.
    ///
    /// A JPEG file is decoded at a half, a quarter or an eighth of its size where that still has `longSide` pixels on
    /// its longer side; what is larger than twice `longSide` after that is averaged by a whole factor, and a page of a
    /// document is drawn smaller by that. A file that breaks off, or is damaged otherwise, is decoded as far as it goes
    /// where its format allows it; the picture says so.
    ///
    /// - Parameters:
    ///   - page: counted from 0.
    ///   - longSide: pixels that the longer side needs, at least 1; nil for all there are.
    ///   - color: whether the colour planes are wanted besides luma.
    /// - Throws: `no_such_page`, `too_many_pixels`, `unsupported`, `truncated`, `damaged`, `timed_out` or
    ///   `out_of_memory`.
    public func picture(page: Int = 0, longSide: Int? = nil, color: Bool = false) throws(DecodingError) -> Picture {
        let header = try header(ofPage: page)
        try check(header)
        let longSide = longSide.map { max(1, $0) }
        let reduction = kind == .jpeg ? header.jpegReduction(longSide) : 1
        // Pages of documents come in colour whatever is wanted of them.
        try checkMemory(for: header, reduction: reduction, color: color || kind == .pdf)
        // Codecs call a picture damaged for which they were refused memory, and it may be read another time.
        FreeMemory.forgetRefusals()
        do throws(DecodingError) {
            let picture = try decoded(header, longSide, color: color)
            if picture.damage != .none, FreeMemory.wasRefused { throw DecodingError.refusedMemory }
            return header.isDoubtful ? picture.with(.somewhere) : picture
        } catch {
            throw FreeMemory.wasRefused ? .refusedMemory : error
        }
    }

    /// Decodes one page within all limits.
    private func decoded(_ header: PageHeader, _ longSide: Int?, color: Bool) throws(DecodingError) -> Picture {
        guard CodecSilence.isOn else { throw failure(header) }
        switch kind {
        case .jpeg:
            let picture = try JPEGDecoder().picture(
                of: bytes, header, longSide: longSide, color: color, walk: jpegWalk)
            guard let picture else { throw failure(header) }
            return picture
        case .pdf: return try drawn(header, longSide, color: color)
        case .heif:
            let rows = try HEIFFile.rows(of: bytes, header, color: color, limits: limits)
            return try picture(of: rows, header, longSide, color: color)
        case .png, .webp:
            var isDamaged = false
            guard let rows = decode(isDamaged: &isDamaged) else { throw failure(header) }
            return try picture(of: rows, header, longSide, color: color).with(isDamaged ? .somewhere : .none)
        case .pnm: return try portableMap(header, longSide, color: color)
        default:
            ctiff_forget()
            if let detail = header.tiff, !detail.isPlain {
                return try tiff(header, detail, longSide, color: color)
                    .with(ctiff_heard_damage() ? .somewhere : .none)
            }
            guard let pix = try decode(header) else { throw failure(header) }
            let isDamaged = try isDamaged(header)
            let alpha = alpha(header, samples: pix.samples)
            let rows = PIXRows(pix, alpha: alpha, invertsGray: header.tiff?.invertsGray ?? false)
            return try picture(of: rows, header, longSide, color: color).with(isDamaged ? .somewhere : .none)
        }
    }

    /// A page of a TIFF file that Leptonica does not read.
    private func tiff(
        _ header: PageHeader, _ detail: TIFFDirectory.Detail, _ longSide: Int?, color: Bool
    ) throws(DecodingError) -> Picture {
        guard detail.variant == nil else { throw failure(header) }
        guard let tilePixels = detail.tilePixels, tilePixels <= limits.maxPixels else {
            throw DecodingError(.tooManyPixels, "A tile has more pixels than the limit of \(limits.maxPixels).")
        }
        let rows = ByteRows(width: header.width, height: header.height, samples: detail.isGray ? 1 : 3)
        guard let rows else { throw DecodingError.refusedMemory }
        let upright = TIFFDirectory.upright(bytes, detail)
        switch ctiff_read(
            upright, upright.count, UInt64(detail.offset), UInt32(clamping: rows.width), UInt32(clamping: rows.height),
            Int32(rows.samples), rows.bytes)
        {
        case ctiff_read_whole: return try picture(of: rows, header, longSide, color: color)
        case ctiff_unsupported: throw DecodingError(.unsupported, TIFFDirectory.UnreadVariant.oddSamples.sentence)
        case ctiff_no_memory: throw DecodingError.refusedMemory
        default: throw failure(header)
        }
    }

    /// A picture of a PNM file.
    private func portableMap(_ header: PageHeader, _ longSide: Int?, color: Bool) throws(DecodingError) -> Picture {
        var file = bytes
        if case .pnm(let range) = header.detail, range != bytes.indices { file = Array(bytes[range]) }
        let damage: PictureDamage = DamageNote.stands(in: file) ? .somewhere : .none
        // Leptonica reads the other variants, and these as well, many times as slowly.
        if let rows = try ByteRows.of(portableMap: file) {
            return try picture(of: rows, header, longSide, color: color).with(damage)
        }
        guard let pix = PIXHandle(of: file, { pixReadMemPnm($0, $1) }) else { throw failure(header) }
        let alpha = alpha(header, samples: pix.samples)
        let rows = PIXRows(pix, alpha: alpha, invertsGray: false)
        return try picture(of: rows, header, longSide, color: color).with(damage)
    }

    /// A page of a document, drawn small rather than reduced afterwards.
    private func drawn(_ header: PageHeader, _ longSide: Int?, color: Bool) throws(DecodingError) -> Picture {
        guard let page = header.pdf else { throw failure(header) }
        let factor = PixelSize(width: header.width, height: header.height).blocks(leaving: longSide)
        var isDamaged = false
        let rows = try PDFFile.rows(
            of: page, in: bytes, width: (header.width + factor - 1) / factor,
            height: (header.height + factor - 1) / factor, limits: limits, isDamaged: &isDamaged)
        return rows.picture(factor: 1, orientation: .upright, color: color, reduction: Double(factor))
            .with(isDamaged ? .somewhere : .none)
    }

    private func picture(
        of rows: borrowing some RowSource & ~Copyable, _ header: PageHeader, _ longSide: Int?, color: Bool
    ) throws(DecodingError) -> Picture {
        guard rows.width * rows.height <= limits.maxPixels else {
            throw DecodingError(.tooManyPixels, "The picture is larger than its header says.")
        }
        let factor = PixelSize(width: rows.width, height: rows.height).blocks(leaving: longSide)
        return rows.picture(factor: factor, orientation: header.orientation, color: color, reduction: Double(factor))
    }

    /// Whether the page that was just decoded on this thread is damaged.
    private func isDamaged(_ header: PageHeader) throws(DecodingError) -> Bool {
        switch kind {
        case .tiff: ctiff_heard_damage()
        case .gif: try !GIFHeader.isSound(bytes)
        default: false
        }
    }

    /// The pixels of a PNG or WebP file.
    private func decode(isDamaged: inout Bool) -> ByteRows? {
        if kind == .png { return LibPNG.decode(bytes, isDamaged: &isDamaged) }
        let file = WebPHeader.still(of: bytes)
        guard let still = WebPHeader.description(of: file) else { return nil }
        return LibWebP.linked?.decode(file, still, isDamaged: &isDamaged)
    }

    private func decode(_ header: PageHeader) throws(DecodingError) -> PIXHandle? {
        if case .tiff(let detail) = header.detail {
            var offset = detail.offset
            let upright = header.orientation == .upright ? bytes : TIFFDirectory.upright(bytes, detail)
            return PIXHandle(of: upright) { pixReadMemFromMultipageTiff($0, $1, &offset) }
        }
        return switch kind {
        case .gif: PIXHandle(of: try GIFHeader.still(of: bytes)) { pixReadMemGif($0, $1) }
        case .bmp: PIXHandle(of: BMPHeader.redFirst(bytes)) { pixReadMemBmp($0, $1) }
        case .jp2: PIXHandle(of: bytes) { pixReadMemJp2k($0, $1, 1, nil, 0, 0) }
        case .jpeg, .png, .tiff, .webp, .heif, .pdf, .pnm: nil
        }
    }

    /// What the fourth byte of a pixel means.
    ///
    /// - Parameter samples: that Leptonica says a pixel has.
    private func alpha(_ header: PageHeader, samples: Int) -> PIXRows.Alpha {
        // Leptonica reads that of JPEG 2000, and says nothing of it.
        if case .jp2(let detail) = header.detail { return detail.hasAlpha ? .straight : .none }
        // The fourth byte of a bitmap file is reserved and often zero throughout.
        if kind == .bmp || samples != 4 { return .none }
        return header.tiff?.isPremultiplied == true ? .premultiplied : .straight
    }
}
