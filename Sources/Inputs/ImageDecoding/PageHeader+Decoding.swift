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
    /// The side of the square of pixels that becomes one, so that `longSide` are left on the longer side: 1 up to twice
    /// that length.
    func blocks(leaving longSide: Int?) -> Int {
        let longer = max(width, height)
        return longSide.map { longer / 2 >= $0 && longer > 2 * $0 ? longer / $0 : 1 } ?? 1
    }
}
