package import Imaging
package import MRZDetection

/// A band that a scanner would read, cut into the strips that its recogniser would get: what a model is to be trained on.
package struct BandStrips: Sendable {
    package let band: Band
    /// One strip a line.
    package let strips: [LineStrip]
    /// Whether the scanner would read it this way up first.
    package let isUpright: Bool
}

extension MRZScanner.Configuration {
    /// Every band of the first search of `picture`, each both ways up.
    package func strips(in picture: Picture) -> [BandStrips] {
        let long = max(picture.gray.width, picture.gray.height)
        guard long > 0 else { return [] }
        let scale = min(1.6, Double(searchSide) / Double(long))
        let searched = picture.gray.resized(
            width: max(1, Int(Double(picture.gray.width) * scale)),
            height: max(1, Int(Double(picture.gray.height) * scale)))
        let pyramid = ImagePyramid(picture.gray)
        let rectifier = Rectifier(geometry)
        let bands = BandDetector(detector).bands(
            in: searched, scale: Double(picture.gray.width) / Double(searched.width))
        return bands.flatMap { band in
            let cut = [band, band.turned].map { way in
                (way, (0..<way.lineCount).map { rectifier.strip(of: way, line: $0, from: pyramid) })
            }
            let upright = OrientationVote.upright(cut[0].1) >= 0
            return cut.map { BandStrips(band: $0, strips: $1, isUpright: $0.isTurned != upright) }
        }
    }
}
