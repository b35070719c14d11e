extension PageHeader {
    /// The largest reduction of the JPEG decoder that leaves `longSide` pixels on the longer side: 1, 2, 4 or 8.
    func jpegReduction(_ longSide: Int?) -> Int {
        guard let longSide else { return 1 }
        return [8, 4, 2].first { (max(width, height) + $0 - 1) / $0 >= longSide } ?? 1
    }

    var tiff: TIFFDirectory.Detail? {
        if case .tiff(let detail) = detail { detail } else { nil }
    }
}
