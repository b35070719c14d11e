import Imaging
import MRZDetection
import MRZParsing

/// The lines of a band in one light.
extension BandReader {
    /// The lines as they are read, and with what stands above and below them. Light that changes from above a line to below
    /// it is taken out, and cells that an edge of the light crosses, of a shadow or a crease, are as they would look in one
    /// light.
    ///
    /// - Returns: them, and of each line how its light changes, nil where it is even.
    func evenedStrips(
        of evidence: BandEvidence, from picture: ImagePyramid
    ) -> (plain: [LineStrip], high: [LineStrip], falls: [LightFall?]) {
        let (band, transcript) = (evidence.band, evidence.reading.transcript)
        var plain = plainStrips(of: evidence, from: picture)
        var high = (0..<band.lineCount).map { highRectifier.strip(of: band, line: Double($0), from: picture) }
        // Print that is lighter than its paper is no share of the light that falls on it.
        var falls = [LightFall?](repeating: nil, count: band.lineCount)
        if band.isLight { return (plain, high, falls) }
        let ends = transcript.starts.indices.map {
            transcript.starts[$0]..<transcript.starts[$0] + transcript.mrz.lines[$0].characters.count
        }
        let all = (ends.map(\.lowerBound).min() ?? 0)..<(ends.map(\.upperBound).max() ?? 0)
        let sides = BoxSides(beside: band, all, in: picture.base)
        for (line, cells) in ends.enumerated() {
            func cut(_ rectifier: Rectifier, without fall: LightFall?) -> GrayImage {
                let cut = sides.erased(
                    from: rectifier.cut(of: band, line: Double(line), from: picture), line: line, rectifier.geometry)
                return fall?.evened(cut, rectifier.geometry) ?? cut
            }
            func light(_ rectifier: Rectifier, without fall: LightFall?) -> StripLight {
                StripLight(of: cut(rectifier, without: fall), rectifier.geometry)
            }
            var searched = light(lightSearcher, without: nil)
            let fall = searched.fall(in: cells)
            falls[line] = fall
            if fall != nil { searched = light(lightSearcher, without: fall) }
            if fall != nil || !sides.isEmpty {
                plain[line] = rectifier.strip(flattening: cut(rectifier, without: fall), isLight: false)
                high[line] = highRectifier.strip(flattening: cut(highRectifier, without: fall), isLight: false)
            }
            guard searched.hasEdge(in: cells) else { continue }
            let light = light(lightRectifier, without: fall)
            // Few pages have an edge, and of those not all one of a shadow.
            lazy var inOneLight = light.evened
            func evened(_ strip: LineStrip, by rectifier: Rectifier) -> LineStrip {
                let height = rectifier.geometry.height
                let changed = light.changedCells(in: cells, ofHeight: height)
                if changed.isEmpty { return strip }
                let other = rectifier.strip(flattening: inOneLight.middleRows(height), isLight: false)
                return strip.taking(changed, from: other)
            }
            plain[line] = evened(plain[line], by: rectifier)
            high[line] = evened(high[line], by: highRectifier)
        }
        return (plain, high, falls)
    }
}
