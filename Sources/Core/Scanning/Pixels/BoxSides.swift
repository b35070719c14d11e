import Imaging
import MRZDetection

/// Straight strokes that run beside all lines of a zone at once, from above the first one to below the last one: the sides
/// of a box round it. No character does that.
struct BoxSides {
    /// A stroke, in cells beyond the end of the lines.
    private struct Side {
        let isBefore: Bool
        /// Where it crosses the middle of the zone, and by how much further out it is for each capital height below that.
        let off: Double
        let lean: Double
        /// How far it reaches towards the lines, and away from them.
        let inwards: Double
        let outwards: Double
    }

    private let sides: [Side]
    /// The columns of the grid before which the lines begin, and behind which they end.
    private let columns: Range<Int>
    /// Capital heights from one line to the next, and from the first to the middle of the zone.
    private let spacing: Double
    private let middle: Double

    /// Where it is looked for beyond the ends of the lines, in steps of so many cells.
    private static let step = 0.04
    private static let places = 48
    /// It goes on so many capital heights beyond the middle of the first line and of the last one, and is looked for in
    /// steps of so many.
    private static let reach = 0.75
    private static let rise = 0.08
    /// Steps to either side of it where its paper is: there are characters behind the inner one.
    private static let paper = 4
    /// How far its ends may be off each other, in cells.
    private static let maxLean = 0.4
    private static let leans = 17
    /// It is darker than its paper by so much of the light, in so many of its rows, and by so much of what it usually is.
    private static let minDepth = 0.03
    private static let minRows = 0.93
    private static let minShare = 0.35
    /// It ends where it is so faint, and is no wider than so many cells.
    private static let faint = 0.1
    private static let maxWidth = 0.5
    /// From so many steps on beyond the lines what is darker than the paper of its row, by so much of the light and of what the
    /// side is, is ink; next to nothing of that stands beside a side.
    private static let paperFrom = 3
    private static let paperRank = 0.7
    private static let minInk = 0.1
    private static let inkShare = 0.5
    private static let maxBeside = 0.005
    /// So much more of it to either side is taken away.
    private static let fringe = 0.06

    /// - Parameters:
    ///   - band: whose lines it stands beside.
    ///   - columns: of the grid, the ones that hold the lines.
    ///   - picture: that the band was found in.
    init(beside band: Band, _ columns: Range<Int>, in picture: GrayImage) {
        self.columns = columns
        spacing = band.lineSpacing
        let height = Double(band.lineCount - 1) * spacing
        middle = height / 2
        let heights = Array(stride(from: -Self.reach, through: height + Self.reach, by: Self.rise))
        let (spacing, middle) = (spacing, middle)
        sides = [true, false].compactMap { (isBefore: Bool) -> Side? in
            let rows = heights.map { height in
                (0..<Self.places).map { place in
                    let off = Double(place) * Self.step
                    let column =
                        isBefore ? Double(columns.lowerBound) - 0.5 - off : Double(columns.upperBound) - 0.5 + off
                    return picture.light(at: band.point(column: column, line: height / spacing))
                }
            }
            return Self.side(isBefore, in: rows, at: heights.map { $0 - middle })
        }
    }

    var isEmpty: Bool { sides.isEmpty }

    /// The stroke that most of some rows have.
    private static func side(_ isBefore: Bool, in rows: [[Double]], at heights: [Double]) -> Side? {
        let depths = rows.map { row in
            row.indices.map { place -> Double in
                guard (paper..<places - paper).contains(place) else { return 0 }
                let light = min(row[place - paper], row[place + paper])
                return max(0, 1 - row[place] / max(1, light))
            }
        }
        let half = max(1e-6, heights.map(abs).max() ?? 1)
        var best: (depth: Double, place: Int, lean: Double, moves: [Int])?
        for turn in 0..<leans {
            let lean = maxLean * (2 * Double(turn) / Double(leans - 1) - 1) / 2
            let moves = heights.map { Int((lean * $0 / half / step).rounded()) }
            for place in paper..<places - paper {
                let found = zip(depths, moves).map { depths, move in
                    depths.indices.contains(place + move) ? depths[place + move] : 0
                }
                func isRun(from depth: Double) -> Bool {
                    Double(found.count { $0 >= depth }) >= minRows * Double(found.count)
                }
                guard isRun(from: minDepth), isRun(from: minShare * median(found)) else { continue }
                // In its middle, and as upright as it is, it is darkest all over.
                let depth = zip(depths, moves).reduce(0) { sum, row in
                    let middle = place + row.1
                    return sum + row.0[max(0, middle - 2)...max(0, min(places - 1, middle + 2))].reduce(0, +)
                }
                if depth > best?.depth ?? 0 { best = (depth, place, lean / half, moves) }
            }
        }
        guard let best else { return nil }
        // Its usual profile, from what is nearest to the lines.
        let profile = (0..<places).map { place in
            median(zip(rows, best.moves).map { row, move in row[min(max(place + move, 0), places - 1)] })
        }
        let at = best.place
        let light = max(profile[at - paper], profile[at + paper])
        let minLight = light - faint * (light - profile[at])
        guard let inner = profile[..<at].lastIndex(where: { $0 >= minLight }),
            let outer = profile[at...].firstIndex(where: { $0 >= minLight })
        else { return nil }
        let (inwards, outwards) = (Double(at - inner) * step, Double(outer - at) * step)
        guard inwards + outwards <= maxWidth else { return nil }
        // A letter may be built upon it, or stand beyond.
        let (near, far) = (at - Int((inwards + fringe) / step), at + Int((outwards + fringe) / step))
        let ink = max(minInk, inkShare * (1 - profile[at] / max(1, light)))
        let beside = zip(rows, best.moves).map { row, move in
            let paper = percentile(row, paperRank)
            return row.indices.count {
                $0 > paperFrom && !(near + move...far + move).contains($0) && row[$0] < paper * (1 - ink)
            }
        }
        guard Double(beside.reduce(0, +)) <= maxBeside * Double(rows.count * places) else { return nil }
        return Side(
            isBefore: isBefore, off: Double(at) * step, lean: best.lean, inwards: inwards + fringe,
            outwards: outwards + fringe)
    }

    /// A line as it would look without them.
    ///
    /// - Parameters:
    ///   - strip: as it looks in the picture; see `Rectifier.cut`.
    ///   - line: its number.
    ///   - geometry: of the strip.
    func erased(from strip: GrayImage, line: Int, _ geometry: StripGeometry) -> GrayImage {
        guard !sides.isEmpty else { return strip }
        var pixels = strip.pixels
        let width = strip.width
        for side in sides {
            for y in 0..<strip.height {
                let rise = (Double(y) + 0.5 - Double(strip.height) / 2) / geometry.capHeight
                let off = side.off + side.lean * (Double(line) * spacing + rise - middle)
                let (near, far) = (off - side.inwards, off + side.outwards)
                let (left, right) =
                    side.isBefore
                    ? (Double(columns.lowerBound) - far, Double(columns.lowerBound) - near)
                    : (Double(columns.upperBound) + near, Double(columns.upperBound) + far)
                let from = Int(((geometry.margin + left) * geometry.pitch).rounded(.down))
                let to = Int(((geometry.margin + right) * geometry.pitch).rounded(.up))
                guard from >= 0, to < width, from < to else { continue }
                let (a, b) = (Double(pixels[y * width + from]), Double(pixels[y * width + to]))
                for x in from..<to {
                    let part = Double(x - from) / Double(to - from)
                    pixels[y * width + x] = UInt8((a + part * (b - a)).rounded())
                }
            }
        }
        return GrayImage(width: width, height: strip.height, pixels: pixels)
    }
}
