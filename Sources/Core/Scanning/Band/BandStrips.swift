package import Imaging
package import MRZDetection

/// A band that a scanner would read, cut into the strips that its recogniser would get: what a model is to be trained
/// on.
package struct BandStrips: Sendable {
    package let band: Band
    /// One strip a line.
    package let strips: [LineStrip]
    /// Whether the scanner would read it this way up first.
    package let isUpright: Bool
    /// The search that found it, from 0. The scanner goes on to a further one only where nothing was settled before.
    package let search: Int
}

extension MRZScanner.Configuration {
    /// Every band of the first `searches` searches of `picture`, each both ways up.
    package func strips(in picture: Picture, searches: Int = .max) -> [BandStrips] {
        let gray = picture.gray
        guard gray.width > 0, gray.height > 0 else { return [] }
        let pyramid = ImagePyramid(gray)
        let passes = searchPasses(longSide: max(gray.width, gray.height))
        return passes.prefix(searches).enumerated().flatMap { search, pass in
            BandDetector(detector).bands(in: pyramid, at: pass)
                .flatMap { strips(of: $0, from: pyramid, search: search) }
        }
    }

    private func strips(of band: Band, from pyramid: ImagePyramid, search: Int) -> [BandStrips] {
        let rectifier = Rectifier(geometry)
        let cut = [band, band.turned].map { way in
            (way, (0..<way.lineCount).map { rectifier.strip(of: way, line: $0, from: pyramid) })
        }
        let upright = OrientationVote.upright(cut[0].1) >= 0
        return cut.map { BandStrips(band: $0, strips: $1, isUpright: $0.isTurned != upright, search: search) }
    }
}
