import Imaging
import MRZDetection
import MRZParsing

/// The lines of a band in one light.
extension BandReader {
    /// The lines as they are read, and with what stands above and below them. Cells that an edge of the light crosses, of a
    /// shadow or a crease, are as they would look in one light.
    func evenedStrips(
        of evidence: BandEvidence, from picture: ImagePyramid
    ) -> (plain: [LineStrip], high: [LineStrip]) {
        let (band, transcript) = (evidence.band, evidence.reading.transcript)
        var plain = plainStrips(of: evidence, from: picture)
        var high = (0..<band.lineCount).map { highRectifier.strip(of: band, line: Double($0), from: picture) }
        // Print that is lighter than its paper is no share of the light that falls on it.
        if band.isLight { return (plain, high) }
        for line in 0..<band.lineCount {
            let start = transcript.starts[line]
            let cells = start..<start + transcript.mrz.lines[line].characters.count
            guard light(on: line, of: band, in: picture, by: lightSearcher).hasEdge(in: cells) else { continue }
            let light = light(on: line, of: band, in: picture, by: lightRectifier)
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
        return (plain, high)
    }

    private func light(on line: Int, of band: Band, in picture: ImagePyramid, by rectifier: Rectifier) -> StripLight {
        StripLight(of: rectifier.cut(of: band, line: Double(line), from: picture), rectifier.geometry)
    }
}
