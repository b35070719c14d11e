import Imaging
import MRZDetection
import MRZParsing

/// Cells of large print in which something much finer than its strokes stands, darker than the paper or lighter: the
/// hairlines of a pen that make another letter of one, letters in outline, dots. In strips, whose cells have 20 pixels,
/// next to nothing is left of them.
struct FineMarks {
    /// The places of such cells.
    let places: [MRZPosition]

    /// Print of fewer pixels a character has strokes of a few pixels only: what is finer is noise.
    private static let minPitch = 24.0
    /// Samples along a cell at most.
    private static let maxSamples = 64
    /// How far from the middle of the line it is looked at, in capital heights.
    private static let reach = 0.72
    /// What differs from the paper by so much of what the ink does is dark, or light; what is fine does by so much
    /// somewhere: a blurred picture that was enlarged has much that is barely dark.
    private static let minStep = 0.25
    private static let minDepth = 0.4
    /// The paper is the level that so much of a cell and of two to either side is no lighter than; the ink, of a line.
    private static let paper = 0.75
    private static let ink = 0.04
    private static let neighbours = 2
    /// Fine is what is dark, or light, over so much of a stroke's width, along the line or across it.
    private static let fine = 0.25
    /// The share of a cell that is fine exceeds that of the page's usual cell by so many of its median deviations, and
    /// those are so much at least; and by what a line of one sample is that is so many cells long.
    private static let minRatio = 5.0
    private static let minDeviation = 0.0012
    private static let minLength = 0.3

    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - picture: that it was found in.
    ///   - transcript: what its lines are read as.
    init(of band: Band, in picture: GrayImage, as transcript: Transcript) {
        guard band.pitch >= Self.minPitch, picture.width > 0, picture.height > 0 else {
            places = []
            return
        }
        let lines = transcript.mrz.lines.indices.map { line in
            let shift = transcript.starts[line] - transcript.firstColumn
            return Raster(
                of: band, line: line, columns: shift..<shift + transcript.mrz.lines[line].characters.count, in: picture
            ).fineShares
        }
        let minShare = Self.minLength / Double(Self.side(ofPitch: band.pitch))
        places = Set([lines.map(\.dark), lines.map(\.light)].flatMap { Self.unusual($0, minShare: minShare) }).sorted()
    }

    /// Samples along a cell.
    private static func side(ofPitch pitch: Double) -> Int { min(Int(pitch.rounded()), maxSamples) }

    /// The places of shares that are far above those of the other cells.
    private static func unusual(_ shares: [[Double]], minShare: Double) -> [MRZPosition] {
        let excess = CellExcess(of: shares, min: minShare, minRatio: minRatio, minDeviation: minDeviation)
        return shares.enumerated().flatMap { line, shares in
            shares.indices.filter { shares[$0] - excess.usual > excess.limit }.map {
                MRZPosition(line: line, column: $0)
            }
        }
    }

    /// What of a line is darker than the paper, and what lighter, pixel by pixel of the picture.
    private struct Raster {
        /// Samples of a cell, and of the line along it and across.
        private let side: Int
        private let width: Int
        private let height: Int
        /// Row by row.
        private let levels: [UInt8]
        /// The levels of the paper of each cell, and of the ink.
        private let papers: [Int]
        private let ink: Int

        init(of band: Band, line: Int, columns: Range<Int>, in picture: GrayImage) {
            let side = FineMarks.side(ofPitch: band.pitch)
            let (width, height) = (side * columns.count, Int(2 * reach * Double(side)))
            (self.side, self.width, self.height) = (side, width, height)
            let downs = (0..<height).map { (Double($0) + 0.5) / Double(height) }
            let (right, foot) = (Double(picture.width - 1), Double(picture.height - 1))
            var cells: [LevelHistogram] = []
            levels = [UInt8](unsafeUninitializedCapacity: width * height) { levels, count in
                for cell in 0..<columns.count {
                    var histogram = LevelHistogram()
                    for x in cell * side..<(cell + 1) * side {
                        let column = Double(columns.lowerBound) + (Double(x) + 0.5) / Double(side) - 0.5
                        let top = band.point(column: column, line: Double(line), rise: -reach)
                        let down = band.point(column: column, line: Double(line), rise: reach) - top
                        for (y, share) in downs.enumerated() {
                            // Single pixels: what lies between two of them would blur what is fine.
                            let level = picture[
                                Int(min(max((top.x + down.x * share).rounded(), 0), right)),
                                Int(min(max((top.y + down.y * share).rounded(), 0), foot))]
                            let ink = band.isLight ? 255 - level : level
                            levels[y * width + x] = ink
                            histogram.add(ink)
                        }
                    }
                    cells.append(histogram)
                }
                count = width * height
            }
            ink = cells.reduce(into: LevelHistogram()) { $0.add($1) }.level(above: FineMarks.ink)
            papers = cells.indices.map { column in
                let near = max(0, column - neighbours)...min(cells.count - 1, column + neighbours)
                return cells[near].reduce(into: LevelHistogram()) { $0.add($1) }.level(above: paper)
            }
        }

        /// By how many levels a sample of each cell differs from its paper by so much of the contrast.
        private func limits(_ share: Double) -> [Int] { papers.map { Int(share * Double(max(1, $0 - ink))) } }

        /// Whether a sample is darker than the paper, with -1, or lighter, with 1, by more than the limit of its cell.
        private func isMarked(_ place: Int, _ sign: Int, beyond limits: [Int]) -> Bool {
            let cell = place % width / side
            return sign * (Int(levels[place]) - papers[cell]) > limits[cell]
        }

        private func marks(_ sign: Int) -> [Bool] {
            let limits = limits(minStep)
            return levels.indices.map { isMarked($0, sign, beyond: limits) }
        }

        /// Of each cell the shares that are dark, and light, over less than a stroke's width.
        var fineShares: (dark: [Double], light: [Double]) {
            let dark = marks(-1)
            var lengths: [Double] = []
            for y in 0..<height {
                forEachRun(of: dark, from: y * width, step: 1, count: width) { lengths.append(Double($0.count)) }
            }
            let longest = max(1, Int(fine * median(lengths.filter { $0 > 1 })))
            return (shares(of: dark, -1, upTo: longest), shares(of: marks(1), 1, upTo: longest))
        }

        /// The share of each cell that is marked in runs of so many samples at most, along the line or across it.
        private func shares(of marks: [Bool], _ sign: Int, upTo longest: Int) -> [Double] {
            let depths = limits(minDepth)
            let lanes = [
                Lanes(count: height, length: width, step: 1, toNext: width),
                Lanes(count: width, length: height, step: width, toNext: 1),
            ]
            var isFine = [Bool](repeating: false, count: marks.count)
            for lanes in lanes {
                let runs = (0..<lanes.count).map { lane in
                    var runs: [Range<Int>] = []
                    let first = lane * lanes.toNext
                    forEachRun(of: marks, from: first, step: lanes.step, count: lanes.length) { run in
                        // What goes on beyond what is looked at may be broad.
                        guard run.count <= longest, run.lowerBound > 0, run.upperBound < lanes.length,
                            run.contains(where: { isMarked(first + $0 * lanes.step, sign, beyond: depths) })
                        else { return }
                        runs.append(run)
                    }
                    return runs
                }
                forEachContinued(of: runs) { lane, run in
                    for place in run { isFine[lane * lanes.toNext + place * lanes.step] = true }
                }
            }
            return (0..<width / side).map { column in
                let count = (0..<height).reduce(0) { sum, y in
                    let first = y * width + column * side
                    return sum + isFine[first..<first + side].count { $0 }
                }
                return Double(count) / Double(side * side)
            }
        }

        /// Rows of samples, or columns of them.
        private struct Lanes {
            let count: Int
            /// Samples of each.
            let length: Int
            /// From one sample of a lane to the next, and from one lane to the next.
            let step: Int
            let toNext: Int
        }

        /// The runs that go on in a lane beside theirs. Where print lies aslant in the picture, its single pixels make
        /// teeth of straight edges, which are one sample high.
        private func forEachContinued(of runs: [[Range<Int>]], _ body: (_ lane: Int, _ run: Range<Int>) -> Void) {
            for lane in runs.indices where !runs[lane].isEmpty {
                let beside = [lane - 1, lane + 1].filter(runs.indices.contains).flatMap { runs[$0] }
                for run in runs[lane]
                where beside.contains(where: { $0.lowerBound <= run.upperBound && run.lowerBound <= $0.upperBound }) {
                    body(lane, run)
                }
            }
        }

        /// The runs of marked samples along a row or a column.
        private func forEachRun(
            of marks: [Bool], from first: Int, step: Int, count: Int, _ body: (Range<Int>) -> Void
        ) {
            var start: Int?
            for place in 0...count {
                let isMarked = place < count && marks[first + place * step]
                if isMarked, start == nil { start = place }
                if !isMarked, let begin = start {
                    body(begin..<place)
                    start = nil
                }
            }
        }
    }
}
