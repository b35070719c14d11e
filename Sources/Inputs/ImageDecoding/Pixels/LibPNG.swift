import CPNG

/// libpng's simplified interface, which never prints and treats transparency and depth as the standard asks.
///
/// Leptonica opens libpng with the handlers that print, gives an empty page for gray or shallow palettes that are
/// partly transparent, and holds the picture twice. libpng manual, section V.
enum LibPNG {
    /// The pixels of a file, laid over white; nil where the file is damaged.
    ///
    /// - Parameter isDamaged: told whether the compressed pixels were not quite as they should be.
    static func decode(_ bytes: [UInt8], isDamaged: inout Bool) -> ByteRows? {
        // libpng keeps the address between its calls.
        let image = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
        image.initialize(to: png_image())
        image.pointee.version = UInt32(PNG_IMAGE_VERSION)
        defer { image.deallocate() }
        var rows: ByteRows?
        let isWhole = bytes.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(image, bytes.baseAddress, bytes.count) != 0 else { return false }
            defer { png_image_free(image) }
            let hasColor = image.pointee.format & colorFlag != 0
            image.pointee.format = hasColor ? colorFlag : 0
            // 16 bits a sample are as curved as 8 where the file does not say.
            image.pointee.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
            rows = ByteRows(
                width: Int(image.pointee.width), height: Int(image.pointee.height), samples: hasColor ? 3 : 1)
            guard let pixels = rows?.bytes else { return false }
            // The first warning is kept and no other: one about a comment must not hide one about the pixels.
            image.pointee.warning_or_error = 0
            var white = png_color(red: 255, green: 255, blue: 255)
            return png_image_finish_read(image, &white, pixels, 0, nil) != 0
        }
        isDamaged = image.pointee.warnsOfPixels
        return isWhole ? rows : nil
    }

    private static let colorFlag = UInt32(PNG_FORMAT_FLAG_COLOR)
}

extension png_image {
    /// Whether there was a warning, and that is about the chunks of pixels: others are about chunks that are not
    /// needed.
    fileprivate var warnsOfPixels: Bool {
        warning_or_error & UInt32(PNG_IMAGE_WARNING) != 0
            && withUnsafeBytes(of: message) { $0.starts(with: "IDAT".utf8) }
    }
}
