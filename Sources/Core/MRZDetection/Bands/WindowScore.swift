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
    package static func value(of occupied: Set<Int>, columns: Int, from start: Int) -> Double {
        let inside = occupied.count { $0 >= start && $0 < start + columns }
        let ends = [0, 1, columns - 2, columns - 1].count { occupied.contains(start + $0) }
        return Double(inside) - stray * Double(occupied.count - inside) + end * Double(ends)
    }

    /// Where windows of `columns` cells may start that cover cells `low...high`, or lie among them.
    package static func starts(covering low: Int, _ high: Int, columns: Int) -> ClosedRange<Int> {
        min(low, high - columns + 1)...max(low, high - columns + 1)
    }
}
