import Imaging

/// Sums of grey levels and of their squares over square blocks of a picture, from which local means and deviations come.
struct BlockSums {
    /// Blocks a row and a column; the last ones may be cut off by the picture's edge.
    let columns: Int
    let rows: Int
    /// Of the grey levels of each block, and of their squares.
    let sums: [Int32]
    let squares: [Int32]
    private let counts: [Int32]

    init(of image: GrayImage, block: Int) {
        let columns = (image.width + block - 1) / block
        let rows = (image.height + block - 1) / block
        var sums = [Int32](repeating: 0, count: columns * rows)
        var squares = sums
        var counts = sums
        // First down the rows of a block, pixel by pixel across, which runs on vectors; then across.
        var columnSums = [Int32](repeating: 0, count: columns * block)
        var columnSquares = columnSums
        let width = image.width
        image.pixels.withUnsafeBufferPointer { source in
            columnSums.withUnsafeMutableBufferPointer { columnSums in
                columnSquares.withUnsafeMutableBufferPointer { columnSquares in
                    for row in 0..<rows {
                        for x in 0..<columnSums.count {
                            columnSums[x] = 0
                            columnSquares[x] = 0
                        }
                        let last = min(image.height, (row + 1) * block)
                        for y in (row * block)..<last {
                            let line = UnsafeBufferPointer(rebasing: source[(y * width)..<((y + 1) * width)])
                            for x in 0..<width {
                                let v = Int32(line[x])
                                columnSums[x] = columnSums[x] &+ v
                                columnSquares[x] = columnSquares[x] &+ v &* v
                            }
                        }
                        for column in 0..<columns {
                            var sum: Int32 = 0
                            var square: Int32 = 0
                            for i in 0..<block {
                                sum &+= columnSums[column &* block &+ i]
                                square &+= columnSquares[column &* block &+ i]
                            }
                            let at = row &* columns &+ column
                            sums[at] = sum
                            squares[at] = square
                            counts[at] = Int32(
                                (min(width, (column + 1) * block) - column * block) * (last - row * block))
                        }
                    }
                }
            }
        }
        self.columns = columns
        self.rows = rows
        self.sums = sums
        self.squares = squares
        self.counts = counts
    }

    /// Per block the grey level below which a pixel is darker than its surroundings, and that above which it is lighter:
    /// the mean of the blocks up to `radius` away, less or plus `deviations` of their standard deviation or `least`.
    func thresholds(radius: Int, deviations: Float, least: Float) -> (low: [UInt8], high: [UInt8]) {
        var low = [UInt8](repeating: 0, count: columns * rows)
        var high = [UInt8](repeating: 255, count: columns * rows)
        var sum = [Int64](repeating: 0, count: columns)
        var square = sum
        var count = sum
        func add(_ row: Int, _ sign: Int64) {
            guard row >= 0, row < rows else { return }
            for x in 0..<columns {
                sum[x] &+= sign &* Int64(sums[row &* columns &+ x])
                square[x] &+= sign &* Int64(squares[row &* columns &+ x])
                count[x] &+= sign &* Int64(counts[row &* columns &+ x])
            }
        }
        for row in 0..<min(radius, rows) { add(row, 1) }
        for row in 0..<rows {
            add(row + radius, 1)
            add(row - radius - 1, -1)
            var total: Int64 = 0
            var totalSquare: Int64 = 0
            var pixels: Int64 = 0
            func step(_ x: Int, _ sign: Int64) {
                guard x >= 0, x < columns else { return }
                total &+= sign &* sum[x]
                totalSquare &+= sign &* square[x]
                pixels &+= sign &* count[x]
            }
            for x in 0..<min(radius, columns) { step(x, 1) }
            for x in 0..<columns {
                step(x + radius, 1)
                step(x - radius - 1, -1)
                let scale = 1 / Float(pixels)
                let mean = Float(total) * scale
                let variance = max(0, Float(totalSquare) * scale - mean * mean)
                let distance = max(least, deviations * variance.squareRoot())
                low[row &* columns &+ x] = UInt8(max(0, min(255, (mean - distance).rounded(.up))))
                high[row &* columns &+ x] = UInt8(max(0, min(255, (mean + distance).rounded(.down))))
            }
        }
        return (low, high)
    }
}
