import Imaging
import MRZDetection
import MRZParsing

/// Cells in which something is lighter than the paper round about: strokes of white, or of black and white pixels by
/// turns, which make another character to whoever looks, and which a flattened strip does not have.
struct LightMarks {
    /// The places of such cells.
    let places: [MRZPosition]

    /// This share of a cell's pixels is no lighter than what counts as the cell's lightest light.
    private static let lightest = 0.97
    /// This share of the pixels of the cells round about, three to either side, is no lighter than what counts as their
    /// paper.
    private static let paper = 0.7
    private static let neighbours = 3
    /// The one over the other exceeds that of the page's usual cell by so much, and by so many of its median
    /// deviations. Of 161 verified samples one has such a cell, of 300 untouched drawn pages none.
    private static let minExcess = 0.08
    private static let minRatio = 7.0
    private static let minDeviation = 0.008
    /// The distance from the middle of the line up to which it is looked at, in capital heights.
    private static let reach = 0.6
    /// Pixels looked at along a cell.
    private static let samples = 8...40

    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - picture: that it was found in.
    ///   - transcript: what its lines are read as.
    init(of band: Band, in picture: GrayImage, as transcript: Transcript) {
        var found: [(place: MRZPosition, light: Double)] = []
        for (line, text) in transcript.mrz.lines.enumerated() {
            let shift = transcript.starts[line] - transcript.firstColumn
            let cells = text.characters.indices.map {
                Self.histogram(of: band, line: line, column: Double(shift + $0), in: picture)
            }
            for (column, cell) in cells.enumerated() {
                let near = max(0, column - Self.neighbours)...min(cells.count - 1, column + Self.neighbours)
                var around = Histogram()
                for other in near { around.add(cells[other]) }
                let light = Double(cell.level(above: Self.lightest)) / max(1, Double(around.level(above: Self.paper)))
                found.append((MRZPosition(line: line, column: column), light))
            }
        }
        let usual = median(found.map(\.light))
        let deviation = max(Self.minDeviation, 1.48 * median(found.map { abs($0.light - usual) }))
        places = found.filter { $0.light - usual > max(Self.minExcess, Self.minRatio * deviation) }.map(\.place)
    }

    /// How many pixels have each level of grey.
    private struct Histogram {
        private var counts = [Int](repeating: 0, count: 256)
        private var all = 0

        mutating func add(_ level: UInt8) {
            counts[Int(level)] += 1
            all += 1
        }

        mutating func add(_ other: Histogram) {
            for level in counts.indices { counts[level] += other.counts[level] }
            all += other.all
        }

        /// The level that so much of all is no lighter than.
        func level(above share: Double) -> Int {
            var sum = 0
            for (level, count) in counts.enumerated() {
                sum += count
                if Double(sum) >= share * Double(all) { return level }
            }
            return 255
        }
    }

    /// The histogram of single pixels: what lies between two of them would blur a pattern of pixels. Light print is
    /// turned to dark.
    private static func histogram(of band: Band, line: Int, column: Double, in picture: GrayImage) -> Histogram {
        var histogram = Histogram()
        guard picture.width > 0, picture.height > 0 else { return histogram }
        let count = min(max(Int(band.pitch.rounded()), samples.lowerBound), samples.upperBound)
        for i in 0..<count {
            let across = (Double(i) + 0.5) / Double(count) - 0.5
            let top = band.point(column: column + across, line: Double(line), rise: -reach)
            let bottom = band.point(column: column + across, line: Double(line), rise: reach)
            for j in 0..<count {
                let point = top + (bottom - top) * ((Double(j) + 0.5) / Double(count))
                let x = Int(min(max(point.x.rounded(), 0), Double(picture.width - 1)))
                let y = Int(min(max(point.y.rounded(), 0), Double(picture.height - 1)))
                histogram.add(band.isLight ? 255 - picture[x, y] : picture[x, y])
            }
        }
        return histogram
    }
}
