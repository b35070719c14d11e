extension Orientation {
    /// The orientation that an EXIF block gives, upright where it gives none or an impossible one.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - range: where the block's TIFF header should be; a leading `Exif\0\0` is skipped.
    init(exif range: Range<Int>, of bytes: [UInt8]) {
        self = .upright
        let mark = Array("Exif\0\0".utf8)
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return }
        let start = range.lowerBound + (bytes.holds(mark, at: range.lowerBound) ? mark.count : 0)
        guard start < range.upperBound else { return }
        let block = Array(bytes[start..<range.upperBound])
        guard let layout = TIFFLayout(of: block), !layout.isBig, let directory = layout.firstDirectory(block) else {
            return
        }
        let entries = TIFFDirectory.entries(of: block, at: directory, layout)
        if let value = entries.first(where: { $0.tag == 274 })?.value, let orientation = Orientation(rawValue: value) {
            self = orientation
        }
    }
}
