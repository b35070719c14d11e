import Imaging
import MRZDetection

extension MRZScanner.Configuration {
    /// The ways in which a picture is searched, the smallest size first: its search costs least, and texture that looks
    /// like print is gone in it.
    ///
    /// The last size is enlarged with cubics if at all: print of eight pixels a character falls apart into characters
    /// only then. The sizes before it are not, because straight lines between pixels take raster and moiré away. Bold
    /// ink alone is searched then: print over a pattern, and print that blur has joined; and what ruled lines have
    /// joined last, in one size.
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

    /// The parts in which a picture is searched pixel by pixel, as large as that is worth while and so far over each
    /// other that a zone which is small in it is whole in one of them. One part where the last size of `searchPasses`
    /// has nearly all pixels.
    func parts(of size: PixelSize) -> [(x: Int, y: Int, size: PixelSize)] {
        func spans(_ length: Int) -> [Range<Int>] {
            guard length > partSide else { return [0..<length] }
            let count = (length - partOverlap + partSide - partOverlap - 1) / (partSide - partOverlap)
            return (0..<count).map { part in
                let start = part * (length - partSide) / max(1, count - 1)
                return start..<(start + partSide)
            }
        }
        let finest = furtherScales.max() ?? 1
        guard Double(max(size.width, size.height)) > minPartedSide * finest * Double(searchSide) else {
            return [(0, 0, size)]
        }
        return spans(size.height).flatMap { rows in
            spans(size.width).map { ($0.lowerBound, rows.lowerBound, PixelSize(width: $0.count, height: rows.count)) }
        }
    }
}
