import Imaging

extension PageHeader {
    /// The largest reduction of the JPEG decoder that leaves `longSide` pixels on the longer side: 1, 2, 4 or 8.
    func jpegReduction(_ longSide: Int?) -> Int {
        guard let longSide else { return 1 }
        return [8, 4, 2].first { (max(width, height) + $0 - 1) / $0 >= longSide } ?? 1
    }

    var jpeg: JPEGHeader.Detail? {
        if case .jpeg(let detail) = detail { detail } else { nil }
    }

    var pdf: PDFPage? {
        if case .pdf(let page) = detail { page } else { nil }
    }

    var tiff: TIFFDirectory.Detail? {
        if case .tiff(let detail) = detail { detail } else { nil }
    }
}

extension PixelSize {
    /// The largest side of a block of which 32 bits hold the sum of its bytes.
    private static let maxBlock = 4096

    /// The side of the square of pixels that becomes one, so that `longSide` are left on the longer side: 1 up to twice
    /// that length, and no more than a block's sum has room for.
    func blocks(leaving longSide: Int?) -> Int {
        let longer = max(width, height)
        return longSide.map { longer / 2 >= $0 && longer > 2 * $0 ? min(longer / $0, Self.maxBlock) : 1 } ?? 1
    }
}
