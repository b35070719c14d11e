import CSampling
import Imaging

/// How much is marked as dark and how much as light in each part of a picture.
///
/// Print is the lesser part of its surroundings. Between dark characters the ground is lighter than the mean and marked
/// as light, and there is more of it than there is ink; between light characters it is the dark marks that prevail.
package struct MarkBalance {
    /// The side of a part, in pixels: about a line of print.
    private static let side = 16

    private let width: Int
    private let height: Int
    /// Parts a row; the last one may be cut off by the picture's edge.
    private let columns: Int
    /// Parts a column; the last one may be cut off as well.
    private let rows: Int
    /// Dark marks of each part and its eight neighbours.
    private let dark: [Int32]
    /// Light marks of each part and its eight neighbours.
    private let light: [Int32]

    /// - Parameters:
    ///   - marks: a byte a pixel, `InkMasks.dark`, `InkMasks.light` or 0.
    ///   - width: pixels of a row.
    ///   - height: rows.
    package init(of marks: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        let columns = (width + Self.side - 1) / Self.side
        let rows = (height + Self.side - 1) / Self.side
        var dark = [Int32](repeating: 0, count: columns * rows)
        var light = dark
        marks.withUnsafeBufferPointer { marks in
            dark.withUnsafeMutableBufferPointer { dark in
                light.withUnsafeMutableBufferPointer { light in
                    guard let marks = marks.baseAddress, let dark = dark.baseAddress, let light = light.baseAddress
                    else { return }
                    for row in 0..<rows {
                        let first = row * Self.side
                        csampling_mark_counts(
                            marks + first * width, width, width, min(Self.side, height - first), dark + row * columns,
                            light + row * columns)
                    }
                }
            }
        }
        self.columns = columns
        self.rows = rows
        self.dark = Self.spread(dark, columns: columns)
        self.light = Self.spread(light, columns: columns)
    }

    /// Each sum with its neighbours'.
    private static func spread(_ sums: [Int32], columns: Int) -> [Int32] {
        var across = sums
        for i in sums.indices {
            if i % columns > 0 { across[i] += sums[i - 1] }
            if i % columns + 1 < columns { across[i] += sums[i + 1] }
        }
        var both = across
        for i in sums.indices {
            if i >= columns { both[i] += across[i - columns] }
            if i + columns < sums.count { both[i] += across[i + columns] }
        }
        return both
    }

    /// Takes out the light marks that are the ground of dark print.
    ///
    /// - Parameters:
    ///   - marks: those that were counted.
    ///   - maxLight: light marks stay where there are fewer of them than so many times the dark ones.
    package func removeLightGround(from marks: inout [UInt8], maxLight: Float) {
        var kept = [UInt8](repeating: 0, count: columns * Self.side)
        marks.withUnsafeMutableBufferPointer { marks in
            for row in 0..<rows {
                for column in 0..<columns {
                    let part = row * columns + column
                    let isPrint = Float(light[part]) < maxLight * Float(dark[part])
                    let mask = isPrint ? InkMasks.dark | InkMasks.light : InkMasks.dark
                    for i in 0..<Self.side { kept[column * Self.side + i] = mask }
                }
                kept.withUnsafeBufferPointer { kept in
                    for y in (row * Self.side)..<min(height, (row + 1) * Self.side) {
                        let line = marks.extracting(y * width..<(y + 1) * width)
                        for x in 0..<width { line[x] &= kept[x] }
                    }
                }
            }
        }
    }
}
