import CHEIF

/// The primary image of a HEIF or AVIF file. ISO/IEC 23008-12.
struct HEIFFile: ~Copyable {
    private let file: OpaquePointer

    deinit { cheif_close(file) }

    /// - Parameter bytes: the file; they have to outlive this.
    private init(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
        var opened: OpaquePointer?
        let status = cheif_open(bytes.baseAddress, bytes.count, &opened)
        guard status == CHEIF_OK, let opened else { throw DecodingError(status) }
        file = opened
    }

    /// What the file says of itself. libheif turns the image by the file's transformations, which hold instead of EXIF.
    ///
    /// - Throws: `unsupported`, also where libheif is not installed, `truncated`, `damaged`, `too_many_pixels`.
    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        try bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(DecodingError) in
                let heif = try HEIFFile(buffer)
                return PageHeader(
                    width: Int(cheif_width(heif.file)), height: Int(cheif_height(heif.file)),
                    isDoubtful: !hasUsualProfiles(bytes) || isSequence(bytes))
            }
        }.get()
    }

    /// Whether the file has a track of pictures besides the one that is read, which viewers show instead. ISO/IEC 23008-12,
    /// clause 7.
    private static func isSequence(_ bytes: [UInt8]) -> Bool {
        var at = 0
        // Boxes of the file, each led by its size; that of the last may be left open as 0, and 1 stands before a longer one.
        while let size = bytes.number(at: at, size: 4) {
            if bytes.holds("moov".utf8, at: at + 4) { return true }
            let length = size == 1 ? bytes.number(at: at + 8, size: 8) ?? 0 : size
            guard length >= 8, length <= bytes.count - at else { return false }
            at += length
        }
        return false
    }

    /// Whether every colour profile in the file is a usual one, whatever image of it that is for. ISO/IEC 14496-12,
    /// 12.1.5.
    private static func hasUsualProfiles(_ bytes: [UInt8]) -> Bool {
        var (at, count) = (0, 0)
        while let box = bytes.place(of: "colr", from: at) {
            at = box + 4
            guard bytes.holds("prof".utf8, at: at) || bytes.holds("rICC".utf8, at: at) else { continue }
            count += 1
            // The size of a box stands before its name.
            guard count <= maxProfiles, let size = bytes.number(at: box - 4, size: 4), size >= 12,
                size <= ColorProfile.maxBytes, size <= bytes.count - box + 4,
                ColorProfile.isUsual(Array(bytes[(box + 8)..<(box - 4 + size)]))
            else { return false }
        }
        return true
    }

    /// An image, a small one of it, a map of depth and one of light may each have its own.
    private static let maxProfiles = 16

    /// The pixels, decoded where the limits say.
    ///
    /// - Throws: as `page(of:)`, `out_of_memory`, and `timed_out` of a process of its own.
    static func rows(
        of bytes: [UInt8], _ header: PageHeader, color: Bool, limits: DecodingLimits
    ) throws(DecodingError) -> ByteRows {
        guard let program = limits.heifProgram else { return try rows(of: bytes, color: color, limits: limits) }
        return try HEIFRun.rows(of: bytes, header, by: program, color: color, limits: limits)
    }

    /// The pixels, decoded in this process; luma alone comes straight from the codec.
    ///
    /// - Throws: as `page(of:)`, and `out_of_memory`.
    static func rows(of bytes: [UInt8], color: Bool, limits: DecodingLimits) throws(DecodingError) -> ByteRows {
        // A result cannot hold what has one owner.
        var rows: ByteRows?
        var failure: DecodingError?
        bytes.withUnsafeBufferPointer { buffer in
            do throws(DecodingError) {
                rows = try HEIFFile(buffer).decode(color: color, limits)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        guard let rows = rows.take() else { throw DecodingError(CHEIF_DAMAGED) }
        return rows
    }

    private func decode(color: Bool, _ limits: DecodingLimits) throws(DecodingError) -> ByteRows {
        let status = cheif_decode(file, color)
        guard status == CHEIF_OK else { throw DecodingError(status) }
        let (width, height) = (Int(cheif_decoded_width(file)), Int(cheif_decoded_height(file)))
        try PageHeader(width: width, height: height).check(limits)
        guard let rows = ByteRows(width: width, height: height, samples: Int(cheif_decoded_samples(file))) else {
            throw DecodingError(CHEIF_NO_MEMORY)
        }
        cheif_copy(file, rows.bytes)
        return rows
    }
}

extension DecodingError {
    fileprivate init(_ status: cheif_status) {
        switch status {
        case CHEIF_MISSING:
            self.init(.unsupported, "HEIC and AVIF files need libheif: install libheif1, or convert them to JPEG.")
        case CHEIF_UNSUPPORTED: self.init(.unsupported, "The HEIF file is of a variant or a codec that is not read.")
        case CHEIF_TRUNCATED: self.init(.truncated, "The file ends within its picture.")
        case CHEIF_TOO_LARGE: self.init(.tooManyPixels, "The HEIF file is larger than its decoder allows.")
        case CHEIF_NO_MEMORY: self.init(.outOfMemory, "The system has not the memory for this picture.")
        default: self.init(.damaged, "The HEIF data is damaged.")
        }
    }
}
