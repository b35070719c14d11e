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
    /// Of strips that show what stands above and below a line as well.
    package var highGeometry: StripGeometry {
        var high = geometry
        high.height = Int((StrayPrint.reach * high.capHeight).rounded())
        return high
    }

    /// Every band of the first `searches` searches of `picture`, each both ways up.
    ///
    /// - Parameter isHigh: whether the strips show what stands above and below the lines as well.
    package func strips(in picture: Picture, searches: Int = .max, isHigh: Bool = false) -> [BandStrips] {
        let gray = picture.gray
        guard gray.width > 0, gray.height > 0 else { return [] }
        let pyramid = ImagePyramid(gray)
        let passes = searchPasses(longSide: max(gray.width, gray.height))
        return passes.prefix(searches).enumerated().flatMap { search, pass in
            BandDetector(detector).bands(in: pyramid, at: pass)
                .flatMap { strips(of: $0, from: pyramid, search: search, isHigh: isHigh) }
        }
    }

    private func strips(of band: Band, from pyramid: ImagePyramid, search: Int, isHigh: Bool) -> [BandStrips] {
        func strips(of way: Band, _ geometry: StripGeometry) -> [LineStrip] {
            let rectifier = Rectifier(geometry)
            return (0..<way.lineCount).map { rectifier.strip(of: way, line: Double($0), from: pyramid) }
        }
        let upright = OrientationVote.upright(strips(of: band, geometry)) >= 0
        return [band, band.turned].map { way in
            BandStrips(
                band: way, strips: strips(of: way, isHigh ? highGeometry : geometry),
                isUpright: way.isTurned != upright,
                search: search)
        }
    }
}
