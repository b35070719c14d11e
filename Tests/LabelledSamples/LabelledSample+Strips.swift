import Imaging
package import MRZDetection

extension LabelledSample {
    /// The strips of the best band of an upright page, cut to `geometry`; empty where no band is found.
    package func strips(_ geometry: StripGeometry) throws -> [LineStrip] {
        let gray = try picture().gray
        let scale = 1280 / Double(max(gray.width, gray.height))
        let searched = gray.resized(width: Int(Double(gray.width) * scale), height: Int(Double(gray.height) * scale))
        guard let band = BandDetector().bands(in: searched, scale: 1 / scale).first else { return [] }
        let pyramid = ImagePyramid(gray)
        return (0..<band.lineCount).map { Rectifier(geometry).strip(of: band, line: $0, from: pyramid) }
    }
}
