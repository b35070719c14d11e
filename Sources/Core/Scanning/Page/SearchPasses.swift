import MRZDetection

extension MRZScanner.Configuration {
    /// The ways in which a picture is searched, the smallest size first: its search costs least, and texture that looks
    /// like print is gone in it.
    ///
    /// The last size is enlarged with cubics if at all: print of eight pixels a character falls apart into characters only
    /// then. The sizes before it are not, because straight lines between pixels take raster and moiré away. Bold ink alone
    /// is searched then: print over a pattern, and print that blur has joined; and what ruled lines have joined last, in one size.
    ///
    /// - Parameter longSide: of the picture, in pixels; at least 1.
    func searchPasses(longSide: Int) -> [SearchPass] {
        let first = min(firstEnlarged, Double(searchSide) / Double(longSide))
        var scales = [first]
        for further in furtherScales {
            let scale = min(first * further, maxEnlarged)
            if !scales.contains(where: { abs($0 / scale - 1) < sameSize }) { scales.append(scale) }
        }
        scales.sort()
        let passes = [SearchPass.Ink.faint, .bold].flatMap { ink in
            scales.map { SearchPass(share: $0, isCubic: $0 == scales[scales.count - 1], ink: ink) }
        }
        return passes + [SearchPass(share: first, ink: .unruled)]
    }
}
