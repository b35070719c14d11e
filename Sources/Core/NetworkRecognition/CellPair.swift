import Imaging
import Recognition

/// What networks see of cells side by side: their pixels and 14 of either neighbour, 0 white to 1 black, row after row.
struct CellPixels {
    private typealias Shape = CellNetwork.Shape
    let values: [Float]

    /// Beyond the strip its last column goes on.
    ///
    /// - Parameters:
    ///   - cell: the first one.
    ///   - count: how many.
    init(of cell: GlyphCell, count: Int = 1) {
        let line = cell.line
        let width = Shape.width(ofCells: count)
        let left = Int(max(-1e6, min(1e6, cell.middle.rounded()))) - Shape.width / 2
        var values = [Float](repeating: 0, count: line.height * width)
        line.pixels.withUnsafeBufferPointer { source in
            for y in 0..<line.height {
                for x in 0..<width {
                    let column = min(max(left + x, 0), line.width - 1)
                    values[y * width + x] = 1 - Float(source[y * line.width + column]) / 255
                }
            }
        }
        self.values = values
    }

    private init(_ values: [Float]) { self.values = values }

    /// How far a cell may stand beside another one, in pixels.
    private static let columnShifts = [0, 1, -1, 2, -2, 3, -3, 4, -4]
    /// How far it may stand above or below it, in pixels.
    private static let rowShifts = [0, -1, 1]
    /// The rows of which that is judged.
    private static let rows = 1..<(Shape.height - 1)
    /// The columns of which that is judged.
    private static let columns = 13..<35

    /// One cell, moved by as many whole pixels as it takes to be most like `other`.
    func aligned(to other: CellPixels) -> CellPixels {
        var best = (down: 0, across: 0)
        var minDifference = Float.infinity
        for down in Self.rowShifts {
            for across in Self.columnShifts {
                let difference = difference(from: other, down: down, across: across)
                if difference < minDifference { (best, minDifference) = ((down, across), difference) }
            }
        }
        return moved(down: best.down, across: best.across)
    }

    /// The squares of what differs, of the cell moved so. So far moved it does not reach its edges.
    private func difference(from other: CellPixels, down: Int, across: Int) -> Float {
        var difference: Float = 0
        for row in Self.rows {
            for column in Self.columns {
                let place = row * Shape.width + column
                let step = values[place + down * Shape.width + across] - other.values[place]
                difference += step * step
            }
        }
        return difference
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
        let seen = zip(cell.values, other.values).flatMap { [$0, $1, abs($0 - $1)] }
        ink = CellNetwork.Ink(pixels: seen, channels: Self.channels, cells: 1)
    }
}
