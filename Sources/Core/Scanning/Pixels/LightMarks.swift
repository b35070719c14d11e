import Imaging
import MRZDetection
import MRZParsing

/// Cells in which something is lighter than the paper to the left and to the right: strokes of white, or of black and white
/// pixels by turns, which make another character to whoever looks, and which a flattened strip does not have. What goes on
/// beyond the line is none: the light beside a shadow, a crease, or what a sleeve reflects.
struct LightMarks {
    /// The places of such cells.
    let places: [MRZPosition]

    /// This share of a cell's pixels is no lighter than what counts as the cell's lightest light.
    private static let lightest = 0.97
    /// This share of the pixels of a cell and of the three to one side of it is no lighter than what counts as the paper
    /// there. At the edge of a shadow one side is as light as the lightest of the cell.
    private static let paper = 0.7
    private static let neighbours = 3
    /// The one over the other exceeds that of the page's usual cell by so much, and by so many of its median
    /// deviations. Of 161 verified samples one has such a cell, of 300 untouched drawn pages none.
    private static let minExcess = 0.08
    private static let minRatio = 7.0
    private static let minDeviation = 0.008
    /// How far from the middle of the line it is looked at, in capital heights: where characters stand, and above and below
    /// them.
    private static let within = -0.6...0.6
    private static let above = -1.1 ... -0.7
    private static let below = 0.7...1.1
    /// What goes on beyond the line is lighter than the paper there by this share of what it is within it.
    private static let minContinued = 0.5
    /// What goes on there lies at most so many cells further along the line.
    private static let lean = 2
    /// Pixels looked at along a cell.
    private static let samples = 8...40

    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - picture: that it was found in.
    ///   - transcript: what its lines are read as.
    ///   - falls: of each line how the light changes from above it to below it, which is taken out.
    init(of band: Band, in picture: GrayImage, as transcript: Transcript, falls: [LightFall?]) {
        func histograms(ofLine line: Int, _ rises: ClosedRange<Double>) -> [LevelHistogram] {
            let shift = transcript.starts[line] - transcript.firstColumn
            return transcript.mrz.lines[line].characters.indices.map {
                Self.histogram(
                    of: band, line: line, column: Double(shift + $0), rises, in: picture, without: falls[line],
                    at: Double($0))
            }
        }
        let lines = transcript.mrz.lines.indices.map { histograms(ofLine: $0, Self.within) }
        let excesses = lines.map { cells in cells.indices.map { Self.lightness(ofCell: $0, among: cells) } }
        let excess = CellExcess(
            of: excesses, min: Self.minExcess, minRatio: Self.minRatio, minDeviation: Self.minDeviation)
        let (usual, limit) = (excess.usual, excess.limit)
        places = lines.enumerated().flatMap { line, cells -> [MRZPosition] in
            let found = cells.indices.filter { excesses[line][$0] - usual > limit }
            guard !found.isEmpty else { return [] }
            let outside = [Self.above, Self.below].map { rises in
                let beyond = histograms(ofLine: line, rises)
                let lightness = beyond.indices.map { Self.lightness(ofCell: $0, among: beyond) }
                return (cells: beyond, lightness: lightness, usual: median(lightness))
            }
            return found.filter { column in
                // Creases lean, by half a right angle and more.
                let near = max(0, column - Self.lean)...min(cells.count - 1, column + Self.lean)
                let light = Double(cells[column].level(above: Self.lightest))
                let isGround = outside.contains { beyond in
                    light / Double(max(1, Self.paper(of: beyond.cells[near]))) - usual <= limit
                }
                let isLine = outside.allSatisfy { beyond in
                    let minLightness = beyond.usual + Self.minContinued * (excesses[line][column] - usual)
                    return beyond.lightness[near].contains { $0 > minLightness }
                }
                return !isGround && !isLine
            }.map { MRZPosition(line: line, column: $0) }
        }
    }

    /// How light the lightest of a cell is over the paper of the lighter of its sides.
    private static func lightness(ofCell column: Int, among cells: [LevelHistogram]) -> Double {
        let left = max(0, column - neighbours)...column
        let right = column...min(cells.count - 1, column + neighbours)
        let paper = [left, right].filter { $0.count > 1 }.map { Self.paper(of: cells[$0]) }.max()
        return Double(cells[column].level(above: lightest)) / Double(max(1, paper ?? 0))
    }

    /// The light of the paper in some cells.
    private static func paper(of cells: ArraySlice<LevelHistogram>) -> Int {
        var all = LevelHistogram()
        for cell in cells { all.add(cell) }
        return all.level(above: paper)
    }

    /// The histogram of single pixels: what lies between two of them would blur a pattern of pixels. Light print is
    /// turned to dark, and the fall of light taken out.
    ///
    /// - Parameter place: of the cell among those of its line.
    private static func histogram(
        of band: Band, line: Int, column: Double, _ rises: ClosedRange<Double>, in picture: GrayImage,
        without fall: LightFall?, at place: Double
    ) -> LevelHistogram {
        var histogram = LevelHistogram()
        guard picture.width > 0, picture.height > 0 else { return histogram }
        let count = min(max(Int(band.pitch.rounded()), samples.lowerBound), samples.upperBound)
        for i in 0..<count {
            let across = (Double(i) + 0.5) / Double(count) - 0.5
            let top = band.point(column: column + across, line: Double(line), rise: rises.lowerBound)
            let bottom = band.point(column: column + across, line: Double(line), rise: rises.upperBound)
            for j in 0..<count {
                let down = (Double(j) + 0.5) / Double(count)
                let point = top + (bottom - top) * down
                let x = Int(min(max(point.x.rounded(), 0), Double(picture.width - 1)))
                let y = Int(min(max(point.y.rounded(), 0), Double(picture.height - 1)))
                let level = band.isLight ? 255 - picture[x, y] : picture[x, y]
                guard let fall else {
                    histogram.add(level)
                    continue
                }
                let height = rises.lowerBound + down * (rises.upperBound - rises.lowerBound)
                histogram.add(UInt8(Double(level) * fall.factor(atColumn: place + across, height: height)))
            }
        }
        return histogram
    }
}
