import CJPEG
public import Imaging

/// Decodes JPEG pictures, one after another where there are several, straight into plain bytes and without ever printing.
///
/// It is for one thread at a time. For luma alone the planes of colour are neither transformed nor converted.
public final class JPEGDecoder {
    private let handle: OpaquePointer

    /// Whether the picture decoded last had damage that was passed over, such as an early end. A few superfluous bytes
    /// are none, since frames of cameras have them.
    public private(set) var sawDamage = false

    /// - Throws: `out_of_memory`.
    public init() throws(DecodingError) {
        guard let handle = cjpeg_create() else {
            throw DecodingError(.outOfMemory, "The system has not the memory for a decoder.")
        }
        self.handle = handle
    }

    deinit { cjpeg_destroy(handle) }

    /// The luma of a picture as it is stored, such as a camera's Motion-JPEG frame: what its metadata says of its
    /// orientation is not looked at, and Huffman tables may be missing as they are in AVI files.
    ///
    /// - Parameters:
    ///   - bytes: one picture; what follows it is ignored.
    ///   - maxPixels: refuses pictures that have more, by their header, and those whose scans pass over so many too
    ///     often.
    /// - Throws: `truncated` for no bytes, `too_many_pixels`, `unsupported` for pictures of inks, `damaged`.
    public func luma(
        of bytes: UnsafeRawBufferPointer, maxPixels: Int = DecodingLimits().maxPixels
    ) throws(DecodingError) -> GrayImage {
        sawDamage = false
        let header = try open(bytes)
        try checked(header, bytes, maxPixels)
        guard header.components != 4 else {
            throw DecodingError(.unsupported, "A JPEG picture of four inks has no plane of luma.")
        }
        var shape = cjpeg_picture()
        guard cjpeg_begin(handle, 8, false, &shape), let gray = gray(shape) else { throw Self.damaged }
        sawDamage = sawDamage || JPEGWalk(bytes, forgivesRest: true) != .sound
        return gray
    }

    /// The luma of a picture held in an array; see `luma(of:maxPixels:)`.
    public func luma(
        of bytes: [UInt8], maxPixels: Int = DecodingLimits().maxPixels
    ) throws(DecodingError) -> GrayImage {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(DecodingError) in try luma(of: buffer, maxPixels: maxPixels) }
        }
        return try result.get()
    }

    /// What the header of a picture held in an array says of its size.
    ///
    /// - Throws: as `luma(of:maxPixels:)`.
    func page(of bytes: [UInt8], maxPixels: Int) throws(DecodingError) -> PageHeader {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(DecodingError) in
                try checked(open(buffer), buffer, maxPixels)
            }
        }
        return try result.get()
    }

    /// The page of a header that is within the limits.
    ///
    /// - Throws: `too_many_pixels`, `damaged` of a picture without any.
    @discardableResult
    private func checked(
        _ header: cjpeg_header, _ bytes: UnsafeRawBufferPointer, _ maxPixels: Int
    ) throws(DecodingError) -> PageHeader {
        let limits = DecodingLimits(maxPixels: maxPixels)
        let page = PageHeader(width: Int(header.width), height: Int(header.height))
        try page.check(limits)
        try JPEGHeader.check(scans: JPEGHeader.scans(in: bytes), of: page, limits)
        return page
    }

    /// The picture of a page within the limits, reduced as `EncodedImage.picture` promises; nil where its data cannot
    /// be decoded.
    ///
    /// - Parameter walk: of the file; nil of a frame of a camera, in which more data than the picture needs are no damage.
    func picture(
        of bytes: [UInt8], _ page: PageHeader, longSide: Int?, color: Bool, walk: JPEGWalk.Memory?
    ) -> Picture? {
        bytes.withUnsafeBytes { buffer in
            let reduction = page.jpegReduction(longSide)
            var header = cjpeg_header()
            var shape = cjpeg_picture()
            guard cjpeg_open(handle, buffer.baseAddress, buffer.count, &header),
                (Int(header.width), Int(header.height)) == (page.width, page.height),
                cjpeg_begin(handle, Int32(8 / reduction), color, &shape)
            else { return nil }
            let size = PixelSize(width: Int(shape.width), height: Int(shape.height))
            let factor = size.blocks(leaving: longSide)
            func damage() -> PictureDamage {
                let walk = walk?.walk(through: buffer) ?? JPEGWalk(buffer, forgivesRest: true)
                // What the library alone has noticed may be anywhere.
                if walk == .sound { return sawDamage ? .somewhere : .none }
                return walk.damage(of: page, reduction: reduction * factor)
            }
            if shape.samples == 1, factor == 1, page.orientation == .upright {
                return gray(shape).map { Picture(gray: $0, reduction: Double(reduction), damage: damage()) }
            }
            guard let rows = ByteRows(width: size.width, height: size.height, samples: Int(shape.samples)),
                cjpeg_read(handle, rows.bytes, &sawDamage)
            else { return nil }
            if shape.samples == 4 { rows.mixInks(inverted: shape.inverted) }
            return rows.picture(
                factor: factor, orientation: page.orientation, color: color, reduction: Double(reduction * factor)
            ).with(damage())
        }
    }

    private static let damaged = DecodingError(.damaged, "The jpeg data is damaged or of a variant that is not read.")

    private func open(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) -> cjpeg_header {
        guard !bytes.isEmpty else { throw DecodingError(.truncated, "The picture has no bytes.") }
        var header = cjpeg_header()
        guard cjpeg_open(handle, bytes.baseAddress, bytes.count, &header) else { throw Self.damaged }
        return header
    }

    /// Every row, decoded where it stays; nil where the data cannot be decoded.
    private func gray(_ shape: cjpeg_picture) -> GrayImage? {
        var isRead = false
        var damage = false
        let image = GrayImage(width: Int(shape.width), height: Int(shape.height)) { pixels in
            isRead = cjpeg_read(handle, pixels.baseAddress, &damage)
            if !isRead { pixels.initialize(repeating: 0) }
        }
        sawDamage = damage
        return isRead ? image : nil
    }
}

extension ByteRows {
    /// Turns inks into light in place, by rule of thumb: no colour profile is applied.
    ///
    /// - Parameter inverted: whether the inks are stored as the light that they leave.
    fileprivate func mixInks(inverted: Bool) {
        for pixel in 0..<(width &* height) {
            let at = bytes + 4 &* pixel
            func light(_ ink: Int) -> UInt32 { UInt32(inverted ? at[ink] : 255 &- at[ink]) }
            let black = light(3)
            for ink in 0..<3 { at[ink] = UInt8(truncatingIfNeeded: black &* light(ink) / 255) }
        }
    }
}
