import Imaging
import MRZDetection
import MRZParsing

/// Where a zone ends.
extension BandReader {
    /// Whether the lines may be the beginning of longer ones.
    ///
    /// A layout that ends without a check digit is whole only where the picture shows that nothing follows: a large
    /// visa whose last fillers are cut off reads as a small one. One that ends with a check digit is not whole where
    /// print goes on in every line: in one passport of ten the first 36 columns hold as a card's do.
    func mayGoOn(
        _ lines: [LineReading], as transcript: Transcript, of band: Band, in picture: ImagePyramid
    ) -> Bool {
        let format = transcript.format
        guard let length = format.lineLengths.max(), let start = transcript.starts.max(),
            MRZFormat.hasLonger(than: format, besides: configuration.formats)
        else { return false }
        let following = zip(lines, transcript.starts).map { line, start in line.cell(start + length) }
        if following.allSatisfy({ ($0.options.first?.weight ?? 0) > configuration.minPrintBeyond }) { return true }
        guard transcript.endsUnprotected else { return false }
        let beyond = band.quad(from: start, columns: length + 1)
        let width = Double(picture.base.width)
        let height = Double(picture.base.height)
        let isShown = [beyond.topRight, beyond.bottomRight].allSatisfy { point in
            (0..<width).contains(point.x) && (0..<height).contains(point.y)
        }
        let shown = band.window(columns: start..<(start + length), lines: 0..<band.lineCount)
        return !isShown
            || lines.indices.contains { !PaperBeyond.follows(shown, line: $0, columns: length, in: picture) }
            || PaperBeyond.endsAtEdge(shown, columns: length, in: picture.base)
            || following.contains { !$0.isEmpty && $0.weight(of: .filler) > configuration.maxFillerBeyond }
    }
}
