import MRZDetection

extension MRZScanner.Configuration {
    /// The sizes in which a picture is searched, the smallest first: its search costs least, and texture that looks like
    /// print is gone in it.
    ///
    /// The last one is enlarged with cubics if at all: print of eight pixels a character falls apart into characters only
    /// then. The sizes before it are not, because straight lines between pixels take raster and moiré away.
    ///
    /// - Parameter longSide: of the picture, in pixels; at least 1.
    func searchSizes(longSide: Int) -> [SearchSize] {
        let first = min(1.6, Double(searchSide) / Double(longSide))
        var scales = [first]
        for further in furtherScales {
            let scale = min(first * further, mostEnlarged)
            if !scales.contains(where: { abs($0 / scale - 1) < 0.2 }) { scales.append(scale) }
        }
        scales.sort()
        return scales.map { SearchSize(share: $0, isCubic: $0 == scales[scales.count - 1]) }
    }
}
