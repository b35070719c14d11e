import CSampling
import Testing

/// What tells ink from its ground, against the same worked out pixel by pixel: whole vectors, what is left behind them,
/// and nothing beyond.
@Suite struct InkTests {
    private static func noise(_ count: Int, _ limit: Int = 256) -> [UInt8] {
        var state: UInt32 = 7
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(Int(state >> 16) % limit)
        }
    }

    @Test(arguments: [2, 3, 8, 17, 40]) func aRowIsSmoothed(_ count: Int) {
        let rows = (0..<3).map { Array(Self.noise(3 * count)[($0 * count)..<(($0 + 1) * count)]) }
        var columns = [UInt16](repeating: 0, count: count)
        var target = [UInt8](repeating: 7, count: count + 1)
        csampling_smooth(rows[0], rows[1], rows[2], count, &columns, &target)
        func column(_ x: Int) -> Int {
            let kept = min(max(0, x), count - 1)
            return Int(rows[0][kept]) + 4 * Int(rows[1][kept]) + Int(rows[2][kept])
        }
        let expected = (0..<count).map { (x: Int) -> UInt8 in
            UInt8((column(x - 1) + 4 * column(x) + column(x + 1) + 18) / 36)
        }
        #expect(target == expected + [7])
    }

    @Test func whiteStaysWhite() {
        let white = [UInt8](repeating: 255, count: 20)
        var columns = [UInt16](repeating: 0, count: 20)
        var target = [UInt8](repeating: 0, count: 20)
        csampling_smooth(white, white, white, 20, &columns, &target)
        #expect(target == white)
        var sums: [Int32] = Array(repeating: 0, count: 2)
        var squares = sums
        csampling_block_sums([UInt8](repeating: 255, count: 64), 16, 8, 4, &sums, &squares)
        #expect(sums == [4080, 4080] && squares == [1_040_400, 1_040_400])
    }

    @Test(arguments: [1, 4, 15, 16, 18, 37], [1, 3, 4]) func sumsOfSquares(_ width: Int, _ height: Int) {
        let row = width + 3
        let pixels = Self.noise(row * height)
        let count = (width + 3) / 4
        var sums = [Int32](repeating: 7, count: count + 1)
        var squares = sums
        csampling_block_sums(pixels, row, width, height, &sums, &squares)
        let inside = (0..<count).map { (block: Int) -> [Int32] in
            let columns = 4 * block..<min(width, 4 * block + 4)
            return (0..<height).flatMap { (y: Int) -> [Int32] in columns.map { Int32(pixels[y * row + $0]) } }
        }
        #expect(sums == inside.map { $0.reduce(0, +) } + [7])
        #expect(squares == inside.map { $0.reduce(0) { $0 + $1 * $1 } } + [7])
    }

    @Test(arguments: [1, 5, 9], [1, 3, 20]) func thresholdsLieAboutTheMean(_ count: Int, _ radius: Int) {
        let width = 4 * count - 1
        let sums = Self.noise(count).map { Int64($0) * 16 + 900 }
        let squares = sums.map { $0 * $0 / 16 + 2000 }
        var low = [UInt8](repeating: 7, count: count + 1)
        var high = low
        csampling_thresholds(sums, squares, count, radius, width, 4, 0.5, 2, &low, &high)
        for x in 0..<count {
            let near = max(0, x - radius)..<min(count, x + radius + 1)
            let pixels = Float((min(width, near.upperBound * 4) - near.lowerBound * 4) * 4)
            let mean = Float(sums[near].reduce(0, +)) / pixels
            let variance = max(0, Float(squares[near].reduce(0, +)) / pixels - mean * mean)
            let distance = max(2, 0.5 * variance.squareRoot())
            #expect(abs(Float(low[x]) - max(0, min(255, (mean - distance).rounded(.up)))) <= 1)
            #expect(abs(Float(high[x]) - max(0, min(255, (mean + distance).rounded(.down)))) <= 1)
            #expect(low[x] <= high[x])
        }
        #expect(low[count] == 7 && high[count] == 7)
    }

    /// Of a flat ground nothing is ink that differs by less than asked for.
    @Test func thresholdsOfAFlatGround() {
        var low: [UInt8] = [0, 0]
        var high = low
        csampling_thresholds([1600, 1600], [160_000, 160_000], 2, 3, 8, 4, 0.35, 2.5, &low, &high)
        #expect(low == [98, 98] && high == [102, 102])
        csampling_thresholds([16, 16], [16, 16], 2, 3, 8, 4, 0.35, 2.5, &low, &high)
        #expect(low == [0, 0] && high == [3, 3])
        csampling_thresholds([4080, 4080], [1_040_400, 1_040_400], 2, 3, 8, 4, 0.35, 2.5, &low, &high)
        #expect(low == [253, 253] && high == [255, 255])
    }

    @Test(arguments: [1, 16, 40, 48], [1, 16]) func marksAreCounted(_ width: Int, _ height: Int) {
        let row = width + 1
        let marks = Self.noise(row * height, 4)
        let count = (width + 15) / 16
        var first = [Int32](repeating: 7, count: count + 1)
        var second = first
        csampling_mark_counts(marks, row, width, height, &first, &second)
        func expected(_ bit: UInt8) -> [Int32] {
            (0..<count).map { (square: Int) -> Int32 in
                let columns = 16 * square..<min(width, 16 * square + 16)
                var sum: Int32 = 0
                for y in 0..<height { for x in columns where marks[y * row + x] & bit != 0 { sum += 1 } }
                return sum
            }
        }
        #expect(first == expected(1) + [7] && second == expected(2) + [7])
    }

    @Test(arguments: [1, 7, 32, 50], [1, 16]) func changesAreSummed(_ width: Int, _ height: Int) {
        let row = width + 3
        let pixels = Self.noise(row * (height + 2), 256)
        var sums: [UInt32] = [7, 7, 7, 7]
        csampling_changes(pixels, row, width, height, &sums)
        let expected = [row, 2 * row, 1, 2].map { (step: Int) -> UInt32 in
            var sum = 0
            for y in 0..<height {
                for x in 0..<width { sum += abs(Int(pixels[y * row + x]) - Int(pixels[y * row + x + step])) }
            }
            return UInt32(sum)
        }
        #expect(sums == expected)
    }

    @Test(arguments: [0, 1, 63, 64, 65, 200], [1, 2] as [UInt8]) func runsBeginAndEnd(_ count: Int, _ mark: UInt8) {
        // Runs of all lengths, across the ends of words too, and one at the end.
        let lengths: [UInt8] = [1, 2, 3, 3, 2]
        let marks = (0..<count).map { (x: Int) -> UInt8 in
            if x > 60 && x < 130 { return 3 }
            return x % 7 == 0 ? 0 : lengths[x / 3 % 5]
        }
        var edges = [Int32](repeating: -1, count: count + 2)
        let found = csampling_edges(marks, count, mark, &edges)
        let isMarked = [false] + marks.map { $0 & mark != 0 } + [false]
        let expected = (0...count).filter { isMarked[$0] != isMarked[$0 + 1] }.map(Int32.init)
        #expect(found == expected.count && Array(edges[..<found]) == expected)
        #expect(edges[found...].allSatisfy { $0 == -1 })
    }

    /// How long lines are that end in each place of a row, and how many rows they have led straight on.
    @Test(arguments: [1, 7, 8, 9, 16, 43]) func linesGoOn(_ count: Int) {
        let minStraight: Int16 = 3
        // A place of room at either end.
        var (rows, straight) = ([Int16](repeating: 0, count: count + 2), [Int16](repeating: 0, count: count + 2))
        for (y, marks) in (0..<40).map({ y in Self.noise(41 * count, 5)[(y * count)..<((y + 1) * count)] }).enumerated()
        {
            let marks = marks.map { $0 == 0 ? UInt8(2) : 1 }
            var (nextRows, nextStraight) = (rows, straight)
            let maxRows = nextRows.withUnsafeMutableBufferPointer { nextRows in
                nextStraight.withUnsafeMutableBufferPointer { nextStraight in
                    rows.withUnsafeBufferPointer { rows in
                        straight.withUnsafeBufferPointer { straight in
                            csampling_lines(
                                marks, count, 1, minStraight, rows.baseAddress! + 1, straight.baseAddress! + 1,
                                nextRows.baseAddress! + 1, nextStraight.baseAddress! + 1)
                        }
                    }
                }
            }
            var expected = [(rows: Int16, straight: Int16)](repeating: (0, 0), count: count + 2)
            for x in 1...count where marks[x - 1] == 1 {
                let aside = [x - 1, x + 1].map { straight[$0] >= minStraight ? rows[$0] : 0 }.max() ?? 0
                let on = rows[x] == 0 ? minStraight : straight[x] + 1
                expected[x] = aside > rows[x] ? (aside + 1, 0) : (rows[x] + 1, on)
            }
            #expect(nextRows == expected.map(\.rows) && nextStraight == expected.map(\.straight), "row \(y)")
            #expect(maxRows == expected.map(\.rows).max())
            (rows, straight) = (nextRows, nextStraight)
        }
        #expect(count < 7 || rows.contains { $0 > 3 })
    }
}
