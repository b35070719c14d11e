extension MRZScanner.Configuration {
    /// By how much a picture is enlarged for each search, the smallest first: its search costs least, and texture that looks
    /// like print is gone in it.
    ///
    /// - Parameter longSide: of the picture, in pixels; at least 1.
    func searchScales(longSide: Int) -> [Double] {
        let first = min(1.6, Double(searchSide) / Double(longSide))
        var scales = [first]
        for further in furtherScales {
            let scale = min(first * further, mostEnlarged)
            if !scales.contains(where: { abs($0 / scale - 1) < 0.2 }) { scales.append(scale) }
        }
        return scales.sorted()
    }
}
