package import Imaging

/// A zone at a glance: the mean grey of a grid of cells over it, to see from one frame to the next whether other print
/// stands there. A cell is about a character wide and a third of a line high.
package struct ZoneThumbnail {
    /// Row by row, minus their mean, so that their squares add up to one; empty where the zone is of one grey.
    private let cells: [Float]

    /// Cells along the line.
    private static let columns = 48
    /// Cells across the line.
    private static let rows = 6
    /// Pixels of each cell that are looked at, along each side.
    private static let samples = 3

    /// - Parameters:
    ///   - quad: the zone's corners, in pixels of `image`; what lies outside of it counts as its edge.
    package init(_ quad: Quad, in image: GrayImage) {
        var cells: [Float] = []
        cells.reserveCapacity(Self.columns * Self.rows)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<Self.rows {
                for column in 0..<Self.columns {
                    var sum = 0
                    for i in 0..<(Self.samples * Self.samples) {
                        let down = Self.share(row, i / Self.samples, of: Self.rows)
                        let along = Self.share(column, i % Self.samples, of: Self.columns)
                        let left = quad.topLeft * (1 - down) + quad.bottomLeft * down
                        let right = quad.topRight * (1 - down) + quad.bottomRight * down
                        let point = left * (1 - along) + right * along
                        let x = Int(min(max(point.x, 0), Double(image.width - 1)))
                        let y = Int(min(max(point.y, 0), Double(image.height - 1)))
                        sum &+= Int(pixels[y &* image.width &+ x])
                    }
                    cells.append(Float(sum))
                }
            }
        }
        let mean = cells.reduce(0, +) / Float(cells.count)
        let length = cells.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
        self.cells = length > 0 ? cells.map { ($0 - mean) / length } : []
    }

    /// How far along a side a sample of a cell lies.
    private static func share(_ cell: Int, _ sample: Int, of count: Int) -> Double {
        (Double(cell) + (Double(sample) + 0.5) / Double(samples)) / Double(count)
    }

    /// The normalised cross-correlation with another one: 1 for the same print in any light, about 0 where they have
    /// nothing in common.
    package func correlation(with other: ZoneThumbnail) -> Float {
        zip(cells, other.cells).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
