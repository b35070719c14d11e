/// What stands at two ranks of each column of a table of floats, by a sorting network that takes eight columns at once.
///
/// The network is Batcher's merge exchange (Knuth, The Art of Computer Programming, 5.2.2, algorithm M): 191
/// comparisons for 32 rows, the same ones whatever the values are.
package struct ColumnRanks {
    private typealias Lanes = SIMD8<Float>

    private let rows: Int
    /// Pairs of rows, of which the lesser value belongs into the first.
    private let exchanges: [(low: Int, high: Int)]

    package init(rows: Int) {
        self.rows = rows
        var exchanges: [(low: Int, high: Int)] = []
        var largest = 1
        while largest * 2 < rows { largest *= 2 }
        var merged = rows > 1 ? largest : 0
        while merged > 0 {
            var (step, offset, distance) = (largest, 0, merged)
            while true {
                for row in 0..<max(0, rows - distance) where row & merged == offset {
                    exchanges.append((row, row + distance))
                }
                if step == merged { break }
                (distance, step, offset) = (step - merged, step / 2, merged)
            }
            merged /= 2
        }
        self.exchanges = exchanges
    }

    /// - Parameters:
    ///   - table: row after row, none of them NaN.
    ///   - width: of a row.
    ///   - ranks: 0 is the least value of a column.
    /// - Returns: for each column what stands at the first rank and at the second.
    package func values(of table: [Float], width: Int, ranks: (Int, Int)) -> (first: [Float], second: [Float]) {
        precondition(table.count == width * rows, "a table has whole rows")
        var first = [Float](repeating: 0, count: width)
        var second = first
        guard rows > 0 else { return (first, second) }
        table.withUnsafeBytes { table in
            withUnsafeTemporaryAllocation(of: Lanes.self, capacity: rows) { sorted in
                for left in stride(from: 0, to: width, by: Lanes.scalarCount) {
                    let count = min(Lanes.scalarCount, width - left)
                    for row in 0..<rows {
                        let offset = (row * width + left) * MemoryLayout<Float>.stride
                        sorted.initializeElement(
                            at: row, to: Self.lanes(UnsafeRawBufferPointer(rebasing: table[offset...]), count))
                    }
                    for (low, high) in exchanges {
                        let (a, b) = (sorted[low], sorted[high])
                        let isInOrder = a .< b
                        sorted[low] = b.replacing(with: a, where: isInOrder)
                        sorted[high] = a.replacing(with: b, where: isInOrder)
                    }
                    for lane in 0..<count {
                        first[left + lane] = sorted[ranks.0][lane]
                        second[left + lane] = sorted[ranks.1][lane]
                    }
                }
            }
        }
        return (first, second)
    }

    /// The first `count` floats; the other lanes are 0.
    @inline(__always)
    private static func lanes(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> Lanes {
        if count == Lanes.scalarCount { return bytes.loadUnaligned(as: Lanes.self) }
        var lanes = Lanes(repeating: 0)
        let floats = bytes.assumingMemoryBound(to: Float.self)
        for lane in 0..<count { lanes[lane] = floats[lane] }
        return lanes
    }
}
