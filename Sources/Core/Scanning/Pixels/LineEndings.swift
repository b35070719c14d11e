import Imaging
import MRZDetection

/// One end of a line of a zone.
struct LineEnd: Hashable {
    /// The raw value is its place in `CellSurroundings.paper`.
    enum Side: Int, CaseIterable {
        case before
        case behind
    }

    let line: Int
    let side: Side
}

/// What that is no print stands beyond the ends of a line: a finger, or what the page lies on; and whether print stands
/// before it.
struct LineEndings {
    /// The ends where something of that kind begins, and nothing else stands.
    private(set) var occupied: [LineEnd] = []
    /// Those where print stands before something broad.
    private(set) var printed: [LineEnd] = []

    /// Something broad takes so much of the cell further out.
    private static let broad = 0.5
    /// What is dark in the next cell, in capital heights from the middle of the line, and no part of that, is print from
    /// such an area on.
    private static let beside = -0.55...0.55
    private static let minPrint = 0.05
    /// So is what makes the edge of something broad rise and fall by so many cells more than once.
    private static let bulge = 0.25

    private let image: GrayImage
    private let pitch: Double
    /// The rows of print.
    private let rows: [Int]
    private let minArea: Double

    /// - Parameters:
    ///   - strip: of a line, higher than the one that is read.
    ///   - line: its number.
    ///   - first: the column of the strip's grid in which the line begins.
    ///   - count: of its characters.
    ///   - geometry: of the strip.
    init(of strip: LineStrip, line: Int, from first: Int, count: Int, _ geometry: StripGeometry) {
        image = strip.image
        pitch = strip.pitch
        let middle = Double(strip.image.height - 1) / 2
        rows = (0..<strip.image.height).filter {
            Self.beside.contains((Double($0) - middle) / geometry.capHeight)
        }
        minArea = Self.minPrint * strip.pitch * geometry.capHeight
        for side in LineEnd.Side.allCases {
            let next = strip.pixelColumns(ofColumn: first + (side == .before ? -1 : count))
            let further = strip.pixelColumns(ofColumn: first + (side == .before ? -2 : count + 1))
            // From there towards the line.
            let inwards = side == .before ? Array(next) : next.reversed()
            let end = LineEnd(line: line, side: side)
            if let hasPrint = hasPrintBeforeBroad(further, inwards) {
                if hasPrint { printed.append(end) } else { occupied.append(end) }
            }
        }
    }

    private func isDark(_ x: Int, _ y: Int) -> Bool { image[x, y] < StrayPrint.dark }

    // MARK: Something broad

    /// Whether print stands before something that takes most of the last but one cell that is looked at; nil where nothing
    /// does.
    private func hasPrintBeforeBroad(_ further: Range<Int>, _ inwards: [Int]) -> Bool? {
        let covered = further.reduce(0) { sum, x in sum + (0..<image.height).count { isDark(x, $0) } }
        guard !further.isEmpty, Double(covered) > Self.broad * Double(further.count * image.height) else { return nil }
        // What is dark beyond the first paper stands by itself, and what is joined to the broad thing makes its edge turn
        // back and forth.
        let edge = rows.map { y in inwards.prefix { isDark($0, y) }.count }
        let apart = zip(rows, edge).reduce(0) { sum, row in
            sum + inwards.dropFirst(row.1).count { isDark($0, row.0) }
        }
        return Double(apart) >= minArea || Self.bulges(of: edge, prominence: Int((Self.bulge * pitch).rounded())) > 1
    }

    /// How often values rise and fall again, by so much each time: once along the edge of a finger.
    private static func bulges(of values: [Int], prominence: Int) -> Int {
        var (count, isRising, turn) = (0, true, values.first ?? 0)
        for value in values {
            if isRising, value < turn - prominence {
                (count, isRising, turn) = (count + 1, false, value)
            } else if !isRising, value > turn + prominence {
                (isRising, turn) = (true, value)
            } else {
                turn = isRising ? max(turn, value) : min(turn, value)
            }
        }
        return count + (isRising ? 1 : 0)
    }
}
