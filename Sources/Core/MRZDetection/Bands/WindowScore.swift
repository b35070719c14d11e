/// The cells of a line in which print stands, counted in windows of any place and width at one price.
package struct OccupiedColumns {
    /// The first and the last one; nil where there are none.
    package let range: ClosedRange<Int>?
    /// How many of them come before each column of the range.
    private let before: [Int32]
    package let count: Int

    /// - Parameter columns: in any order, also more than once.
    package init(_ columns: some Collection<Int>) {
        guard let low = columns.min(), let high = columns.max() else {
            range = nil
            before = []
            count = 0
            return
        }
        var before = [Int32](repeating: 0, count: high - low + 2)
        for column in columns { before[column - low + 1] = 1 }
        for place in before.indices.dropFirst() { before[place] += before[place - 1] }
        range = low...high
        self.before = before
        count = Int(before[high - low + 1])
    }

    /// How many of them lie in `window`.
    package func count(in window: Range<Int>) -> Int {
        guard let range else { return 0 }
        func before(_ column: Int) -> Int32 {
            self.before[min(max(column - range.lowerBound, 0), self.before.count - 1)]
        }
        return Int(before(window.upperBound) - before(window.lowerBound))
    }
}

/// How well a window of as many columns as an MRZ has covers the cells of a grid in which print stands.
package enum WindowScore {
    /// What a cell of the window costs: a window that is filled to a quarter is worth nothing.
    private static let cell = 0.275
    /// What each occupied cell beside the window costs.
    private static let stray = 1.2
    /// What each occupied one of the two first and two last cells is worth besides: an MRZ begins and ends with print.
    private static let end = 0.9

    /// What a window of so many lines and columns costs, whatever stands in it.
    package static func cost(lines: Int, columns: Int) -> Double { cell * Double(columns * lines) }

    /// What one line is worth in the window of `columns` cells from `start`.
    ///
    /// - Parameter occupied: the line's cells with print.
    package static func value(of occupied: OccupiedColumns, columns: Int, from start: Int) -> Double {
        let window = start..<(start + columns)
        let inside = occupied.count(in: window)
        let ends = occupied.count(in: window.prefix(2)) + occupied.count(in: window.suffix(2))
        return Double(inside) - stray * Double(occupied.count - inside) + end * Double(ends)
    }

    /// Where windows of `columns` cells may start that cover cells `low...high`, or lie among them.
    package static func starts(covering low: Int, _ high: Int, columns: Int) -> ClosedRange<Int> {
        min(low, high - columns + 1)...max(low, high - columns + 1)
    }
}
