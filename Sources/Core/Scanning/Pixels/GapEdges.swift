import Imaging
import MRZDetection

/// Edges that run along the gap between two lines of a zone, straight or not: where a page was torn, where another one
/// lies over it, or a strip of paper.
///
/// `LineUnity` sees a straight edge that runs along all of the gap. A torn edge goes up and down as it runs, so that it
/// is at no place across the gap in most columns at once, and a corner that was torn off takes a part of the line. Such
/// an edge is followed here: the path from left to right along which the light changes most (dynamic programming, as for
/// the seams of Avidan and Shamir, "Seam Carving for Content-Aware Image Resizing", 2007).
struct GapEdges {
    /// The plainest line between two lines that is lighter or darker than the paper on both sides, and the plainest
    /// step between two papers: what three quarters of its places exceed, as a share of the light there; 0 where grain
    /// or a pattern has as much.
    let ridge: Double
    let step: Double

    /// A ridge is looked for over so many cells, and a step: hands throw shadows whose edges are shorter.
    private static let ridgeLength = 12
    private static let stepLength = 20
    /// What a quarter of its places may fall below.
    private static let rank = 0.25
    /// It exceeds by so many times what the opposite change comes to over the same cells, and what a like one does both
    /// above the first line and below the last. On either side of a light line is half of a dark one.
    private static let minOverOpposite = 1.6
    private static let minOverOutside = 2.2

    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - picture: that it was found in.
    init(of band: Band, in picture: GrayImage) {
        func gaps(above lines: some Sequence<Int>) -> [Gap] {
            lines.compactMap { Gap(above: $0, of: band, in: picture) }
        }
        let inner = gaps(above: 1..<max(1, band.lineCount))
        lazy var outer = gaps(above: [0, band.lineCount])
        func plainest(_ change: Gap.Change, over length: Int) -> Double {
            func edges(in gaps: [Gap]) -> [Gap.Edge] {
                gaps.compactMap { $0.plainest(change, over: length * Gap.perCell, rank: Self.rank) }
            }
            guard let edge = edges(in: inner).max(by: { $0.size < $1.size }), edge.size > 0,
                edge.size >= Self.minOverOpposite * edge.opposite
            else { return 0 }
            // Both gaps outside are alike, or there is no pattern.
            let outside = edges(in: outer).map(\.size)
            let isPattern = outside.count == 2 && outside.allSatisfy { edge.size < Self.minOverOutside * $0 }
            return isPattern ? 0 : edge.size
        }
        ridge = plainest(.ridge, over: Self.ridgeLength)
        step = plainest(.step, over: Self.stepLength)
    }
}

/// The light between two lines of print, or beside the first one or the last.
private struct Gap {
    /// How the light changes across the gap.
    enum Change {
        /// Something lighter, or darker, than what lies on both sides.
        case ridge
        /// From one side to the other.
        case step
    }

    /// A path along a gap.
    struct Edge {
        /// What most of its places exceed, and the same of the path along which the light changes the opposite way, over
        /// the same columns.
        var size, opposite: Double
    }

    /// Columns for each cell.
    static let perCell = 4
    /// Pixels looked at along a column.
    private static let samples = 3
    /// From the middle of a line to here its capitals reach, in capital heights.
    private static let reach = 0.56
    /// Places across a cell's width; a gap is looked at in as many to the same length.
    private static let density = 8...20
    /// How far from a place the light is compared, in places.
    private static let distances = [2, 3]
    /// More light than this share counts for no more, and one place that goes the other way for no less.
    private static let sizes: ClosedRange<Double> = -0.05...0.3
    /// Of darker gaps the changes are shares of this light, in grey levels: there a level is grain.
    private static let minLight = 100.0
    /// What it costs a path to move by one place.
    private static let cost = 0.002

    /// The light, place by place across the gap and column by column, as a share of that of the gap.
    private let light: [[Double]]
    private let columns: Int

    /// - Parameter line: that below the gap.
    init?(above line: Int, of band: Band, in picture: GrayImage) {
        let capHeight = band.capHeight / band.pitch
        let spacing = band.lineSpacing * capHeight
        let density = min(max(band.pitch.rounded(), Double(Self.density.lowerBound)), Double(Self.density.upperBound))
        let count = Int(((spacing - 2 * Self.reach * capHeight) * density).rounded())
        guard count > 2 * (Self.distances.min() ?? 0) + 1 else { return nil }
        columns = band.columnCount * Self.perCell
        let inset = Self.reach * capHeight / spacing
        var light = Array(repeating: Array(repeating: 0.0, count: columns), count: count)
        for column in 0..<columns {
            for sample in 0..<Self.samples {
                let part = (Double(column) + (Double(sample) + 0.5) / Double(Self.samples)) / Double(Self.perCell)
                let top = band.point(column: part - 0.5, line: Double(line - 1) + inset)
                let bottom = band.point(column: part - 0.5, line: Double(line) - inset)
                for place in 0..<count {
                    let down = (Double(place) + 0.5) / Double(count)
                    light[place][column] += picture.light(at: top + (bottom - top) * down)
                }
            }
        }
        let usual = max(Self.minLight * Double(Self.samples), median(light.flatMap(\.self)))
        self.light = light.map { $0.map { $0 / usual } }
    }

    /// The plainest edge over so many columns; nil of a gap that is too narrow.
    func plainest(_ change: Change, over length: Int, rank: Double) -> Edge? {
        var edges: [Edge] = []
        for distance in Self.distances where light.count > 2 * distance + 1 {
            let changes = changes(change, distance: distance)
            let paths = [1.0, -1].map { sign in
                path(along: changes.map { $0.map { $0.map { Self.clamped(sign * $0) } ?? Self.sizes.lowerBound } })
            }
            edges += [0, 1].map { Self.edge(along: paths[$0], opposite: paths[1 - $0], over: length, rank: rank) }
        }
        return edges.max { $0.size < $1.size }
    }

    private static func clamped(_ value: Double) -> Double { min(max(value, sizes.lowerBound), sizes.upperBound) }

    /// How the light changes at each place; nil where that is not told, beside the print.
    private func changes(_ change: Change, distance: Int) -> [[Double?]] {
        let margin = change == .step ? distance : distance / 2 + 1
        let last = light.count - 1
        return light.indices.map { place in
            guard (margin...last - margin).contains(place) else { return Array(repeating: nil, count: columns) }
            let (above, below) = (light[max(0, place - distance)], light[min(last, place + distance)])
            return (0..<columns).map { column in
                switch change {
                case .ridge: light[place][column] - (above[column] + below[column]) / 2
                case .step: (below[column] - above[column]) / 2
                }
            }
        }
    }

    /// What the places of the path from left to right have whose sum is largest. It moves by one place at most from column
    /// to column.
    private func path(along values: [[Double]]) -> [Double] {
        let count = values.count
        var sums = values.map { $0[0] }
        var moves: [[Int]] = []
        for column in 1..<columns {
            var next = sums
            var steps = Array(repeating: 0, count: count)
            for place in 0..<count {
                if place > 0, sums[place - 1] - Self.cost > next[place] {
                    (next[place], steps[place]) = (sums[place - 1] - Self.cost, -1)
                }
                if place + 1 < count, sums[place + 1] - Self.cost > next[place] {
                    (next[place], steps[place]) = (sums[place + 1] - Self.cost, 1)
                }
            }
            sums = next.indices.map { next[$0] + values[$0][column] }
            moves.append(steps)
        }
        var place = sums.indices.max { sums[$0] < sums[$1] } ?? 0
        var path = [values[place][columns - 1]]
        for column in (0..<columns - 1).reversed() {
            place += moves[column][place]
            path.append(values[place][column])
        }
        return path.reversed()
    }

    /// The stretch of a path that has most.
    private static func edge(along path: [Double], opposite: [Double], over length: Int, rank: Double) -> Edge {
        let length = min(length, path.count)
        var sum = path[..<length].reduce(0, +)
        var (best, start) = (sum, 0)
        for first in path.indices.dropFirst().dropLast(length - 1) {
            sum += path[first + length - 1] - path[first - 1]
            if sum > best { (best, start) = (sum, first) }
        }
        let columns = start..<start + length
        return Edge(size: percentile(Array(path[columns]), rank), opposite: percentile(Array(opposite[columns]), rank))
    }
}
