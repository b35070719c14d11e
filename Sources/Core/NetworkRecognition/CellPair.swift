import Imaging
import Recognition

/// What a network sees of one cell: its pixels and 14 of either neighbour, 0 white to 1 black, row after row.
struct CellPixels {
    private typealias Shape = CellNetwork.Shape
    let values: [Float]

    /// Beyond the strip its last column goes on.
    init(of cell: GlyphCell) {
        let line = cell.line
        let left = Int(max(-1e6, min(1e6, cell.middle.rounded()))) - Shape.width / 2
        values = (0..<Shape.height * Shape.width).map { place in
            let column = min(max(left + place % Shape.width, 0), line.width - 1)
            return 1 - Float(line[column, place / Shape.width]) / 255
        }
    }

    private init(_ values: [Float]) { self.values = values }

    /// How far a cell may stand beside another one, in pixels, and of which rows and columns that is judged.
    private static let columnShifts = [0, 1, -1, 2, -2, 3, -3, 4, -4]
    private static let rowShifts = [0, -1, 1]
    private static let rows = 1..<(Shape.height - 1)
    private static let columns = 13..<35

    /// The same, moved by as many whole pixels as it takes to be most like `other`.
    func aligned(to other: CellPixels) -> CellPixels {
        var best = self
        var least = Float.infinity
        for down in Self.rowShifts {
            for across in Self.columnShifts {
                let moved = moved(down: down, across: across)
                var difference: Float = 0
                for row in Self.rows {
                    for place
                        in (row * Shape.width + Self.columns.lowerBound)..<(row * Shape.width + Self.columns.upperBound)
                    {
                        let step = moved.values[place] - other.values[place]
                        difference += step * step
                    }
                }
                if difference < least { (best, least) = (moved, difference) }
            }
        }
        return best
    }

    private func moved(down: Int, across: Int) -> CellPixels {
        CellPixels(
            (0..<Shape.height * Shape.width).map { place in
                let row = min(max(place / Shape.width + down, 0), Shape.height - 1)
                return values[row * Shape.width + min(max(place % Shape.width + across, 0), Shape.width - 1)]
            })
    }
}

/// Two cells beside each other, as the comparing network sees them.
struct CellPair {
    /// The one, the other, and how much they differ.
    static let channels = 3
    let ink: CellNetwork.Ink

    init(_ cell: CellPixels, _ other: CellPixels) {
        let white = [Float](repeating: 0, count: CellNetwork.Shape.white * CellNetwork.Shape.width * Self.channels)
        let seen = zip(cell.values, other.values).flatMap { [$0, $1, abs($0 - $1)] }
        ink = CellNetwork.Ink(pixels: white + seen + white, channels: Self.channels, cells: 1)
    }
}
