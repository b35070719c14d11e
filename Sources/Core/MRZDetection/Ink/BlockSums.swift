import CSampling
package import Imaging

/// Sums of grey levels and of their squares over squares of four by four pixels, from which local means and deviations
/// come.
package struct BlockSums {
    /// The side of a block, in pixels.
    package static let side = 4

    /// Blocks a row; the last one may be cut off by the picture's edge.
    package let columns: Int
    /// Blocks a column; the last one may be cut off as well.
    private let rows: Int
    private let width: Int
    private let height: Int
    /// The sums of the grey levels of each block.
    private var sums: [Int32]
    /// The sums of their squares.
    private var squares: [Int32]

    package init(of image: GrayImage) {
        width = image.width
        height = image.height
        columns = (width + Self.side - 1) / Self.side
        rows = (height + Self.side - 1) / Self.side
        sums = [Int32](repeating: 0, count: columns * rows)
        squares = sums
        image.pixels.withUnsafeBufferPointer { source in
            sums.withUnsafeMutableBufferPointer { sums in
                squares.withUnsafeMutableBufferPointer { squares in
                    guard let source = source.baseAddress, let sums = sums.baseAddress,
                        let squares = squares.baseAddress
                    else { return }
                    for row in 0..<rows {
                        let first = row * Self.side
                        csampling_block_sums(
                            source + first * width, width, width, min(Self.side, height - first),
                            sums + row * columns, squares + row * columns)
                    }
                }
            }
        }
    }

    /// Per block the grey level below which a pixel is darker than its surroundings, and that above which it is
    /// lighter: the mean of the blocks up to `radius` away, less or plus `deviations` of their standard deviation
    /// or `minDistance`.
    package func thresholds(radius: Int, deviations: Float, minDistance: Float) -> (low: [UInt8], high: [UInt8]) {
        var low = [UInt8](repeating: 0, count: columns * rows)
        var high = [UInt8](repeating: 255, count: columns * rows)
        var sum = [Int64](repeating: 0, count: columns)
        var square = sum
        func add(_ row: Int, _ sign: Int64) {
            guard row >= 0, row < rows else { return }
            let rowSums = sums.span.extracting((row * columns)..<((row + 1) * columns))
            let rowSquares = squares.span.extracting((row * columns)..<((row + 1) * columns))
            for x in 0..<columns {
                sum[x] &+= sign &* Int64(rowSums[x])
                square[x] &+= sign &* Int64(rowSquares[x])
            }
        }
        for row in 0..<min(radius, rows) { add(row, 1) }
        for row in 0..<rows {
            add(row + radius, 1)
            add(row - radius - 1, -1)
            let seen = max(0, row - radius) * Self.side..<min(height, (row + radius + 1) * Self.side)
            low.withUnsafeMutableBufferPointer { low in
                high.withUnsafeMutableBufferPointer { high in
                    guard let low = low.baseAddress, let high = high.baseAddress else { return }
                    csampling_thresholds(
                        sum, square, columns, radius, width, seen.count, deviations, minDistance, low + row * columns,
                        high + row * columns)
                }
            }
        }
        return (low, high)
    }
}
