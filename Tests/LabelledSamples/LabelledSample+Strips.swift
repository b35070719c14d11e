import Imaging
package import MRZDetection

extension LabelledSample {
    /// The strips of the best band of an upright page, cut to `geometry`; empty where no band is found.
    package func strips(_ geometry: StripGeometry) throws -> [LineStrip] {
        let gray = try picture().gray
        let pyramid = ImagePyramid(gray)
        let size = 1280 / Double(max(gray.width, gray.height))
        guard let band = BandDetector().bands(in: pyramid, at: SearchPass(share: size)).first else { return [] }
        return (0..<band.lineCount).map { Rectifier(geometry).strip(of: band, line: Double($0), from: pyramid) }
    }
}
