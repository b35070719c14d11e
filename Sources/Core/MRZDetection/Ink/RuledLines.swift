import CSampling

/// Ruled lines among the marks of a picture: thin, long and straight, or bent a little, along its rows or its columns.
///
/// Print that they touch hangs together by them, and no piece of it has the size of a character.
package struct RuledLines {
    /// How thick a line may be, in pixels of the searched picture.
    private static let maxThickness = 7
    /// How long a line must be, in pixels of the searched picture.
    private static let minLength: Int16 = 150
    /// Between two steps of a line to its side lie at least so many along it. The arms of a filler are steeper than
    /// that, so a line does not go on into one.
    private static let minStraight: Int16 = 6

    /// Takes the marks of ruled lines away, but for those of what crosses them.
    ///
    /// - Parameters:
    ///   - mark: of the lines: `InkMasks.dark` or `InkMasks.light`.
    ///   - marks: a byte a pixel, rows of `width`.
    /// - Returns: whether there were any.
    package static func remove(_ mark: UInt8, from marks: inout [UInt8], width: Int, height: Int) -> Bool {
        // Both ways are looked for before either is removed: lines cross each other.
        var turned = transposed(marks, width: width, height: height)
        let areAlongColumns = removeDownwards(mark, from: &marks, width: width, height: height)
        guard removeDownwards(mark, from: &turned, width: height, height: width) else { return areAlongColumns }
        let alongRows = transposed(turned, width: height, height: width)
        marks.withUnsafeMutableBufferPointer { marks in
            alongRows.withUnsafeBufferPointer { alongRows in
                // Without a branch, so that it runs on vectors.
                for i in 0..<marks.count { marks[i] = marks[i] == mark && alongRows[i] != mark ? 0 : marks[i] }
            }
        }
        return true
    }

    /// Takes away the marks of ruled lines that lead from a row to the next, but for those of what crosses them.
    private static func removeDownwards(_ mark: UInt8, from marks: inout [UInt8], width: Int, height: Int) -> Bool {
        // Lengths are of 16 bits.
        guard (Int(minLength)...Int(Int16.max)).contains(height) else { return false }
        var edges = [Int32](repeating: 0, count: width + 1)
        // A pixel of room at either end of a row.
        let room = width + 2
        // Of every row, and one before them, how long lines are from above; of two rows the same from below; and of two
        // rows how long they have led straight on.
        var scratch = [Int16](repeating: 0, count: room * (height + 1 + 2 + 2))
        return marks.withUnsafeMutableBufferPointer { marks in
            scratch.withUnsafeMutableBufferPointer { scratch -> Bool in
                guard let marks = marks.baseAddress, let start = scratch.baseAddress else { return false }
                let above = start + 1
                let below = above + room * (height + 1)
                let straight = below + room * 2
                func advance(over y: Int, from: UnsafePointer<Int16>, to: UnsafeMutablePointer<Int16>) -> Int16 {
                    csampling_lines(
                        marks + y * width, width, mark, minStraight, from, straight + y % 2 * room, to,
                        straight + (y + 1) % 2 * room)
                }
                var longest = [Int16](repeating: 0, count: height)
                for y in 0..<height {
                    longest[y] = advance(over: y, from: above + y * room, to: above + (y + 1) * room)
                }
                guard longest.contains(where: { $0 >= minLength }) else { return false }
                straight.update(repeating: 0, count: 2 * room - 1)
                for y in (0..<height).reversed() {
                    let to = below + (y + 1) % 2 * room
                    let rest = advance(over: y, from: below + y % 2 * room, to: to)
                    // Most rows have no line.
                    if Int(longest[y]) + Int(rest) <= minLength { continue }
                    let (row, here) = (marks + y * width, above + (y + 1) * room)
                    for i in stride(from: 0, to: csampling_edges(row, width, mark, &edges), by: 2)
                    where edges[i + 1] - edges[i] <= maxThickness {
                        // Its own pixel is in either.
                        for x in Int(edges[i])..<Int(edges[i + 1]) where Int(here[x]) + Int(to[x]) > minLength {
                            row[x] = 0
                        }
                    }
                }
                return true
            }
        }
    }

    /// Columns as rows.
    private static func transposed(_ marks: [UInt8], width: Int, height: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: marks.count) { turned, count in
            csampling_transpose(marks, width, width, height, turned.baseAddress, height)
            count = marks.count
        }
    }
}
