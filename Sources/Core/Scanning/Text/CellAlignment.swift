/// Sorts the glyphs of a line into cells, one to a cell and in order, by where they stand.
///
/// A recogniser places a glyph where it became sure of it: within a hundredth of the cell's middle as a rule, but in a
/// long run of fillers or at the end of a line up to two cells late. So the order counts for more than the place: the
/// assignment with the least cost over the whole line is taken, by dynamic programming.
package struct CellAlignment {
    /// What it costs to put a glyph into each cell of the line, besides the distance: something where no print is to be
    /// expected or none shows.
    let burdens: [Double]

    package init(burdens: [Double]) { self.burdens = burdens }

    /// Cost of a glyph a cell's width away from its cell's middle, and the most that any distance costs.
    private let distance = 0.5
    /// That cost for a filler among fillers: in a run of them the recogniser falls behind by up to a cell.
    private let distanceInRuns = 0.1
    /// The most that any distance costs.
    private let maxDistance = 1.0
    /// That cost where the first glyph stands too far to the left or the last one too far to the right: there nothing
    /// keeps the recogniser from placing them anywhere up to the end of the strip.
    private let distanceAtEnds = 0.05
    /// Cost of a cell left empty between two glyphs.
    private let skipped = 1.0
    /// Cost of a glyph that is given no cell.
    private let dropped = 1.6

    /// The cell of each glyph; nil of a glyph that has none.
    ///
    /// - Parameters:
    ///   - places: the middles of the glyphs, in cells, ascending; the middle of cell 0 is 0.5.
    ///   - areInRuns: of each glyph whether it is a filler beside another one.
    package func cells(of places: [Double], areInRuns: [Bool]) -> [Int?] {
        let count = burdens.count
        guard !places.isEmpty, count > 0 else { return [] }
        // best[c]: the least cost when the last glyph with a cell has cell c; `start` is the cost with none so far.
        var best = [Double](repeating: .infinity, count: count)
        var start = 0.0
        /// The cell of the glyph before that has one (-1: none), for each glyph and cell; nil when it was dropped.
        var history: [[Step]] = []
        for (i, place) in places.enumerated() {
            var next = [Double](repeating: .infinity, count: count)
            var steps = [Step](repeating: .dropped, count: count)
            // The least cost of any earlier cell, empty cells between counted, carried along from left to right.
            var carried = start
            var carriedFrom = -1
            for cell in 0..<count {
                let late = place - Double(cell) - 0.5
                let isLoose = i == places.count - 1 ? late > 0 : i == 0 && late < 0
                let weight = isLoose ? distanceAtEnds : areInRuns[i] ? distanceInRuns : distance
                let cost = carried + burdens[cell] + min(maxDistance, weight * abs(late))
                let without = best[cell] + dropped
                if cost <= without {
                    next[cell] = cost
                    steps[cell] = .placed(after: carriedFrom)
                } else {
                    next[cell] = without
                }
                if carriedFrom >= 0 { carried += skipped }
                if best[cell] <= carried {
                    carried = best[cell]
                    carriedFrom = cell
                }
            }
            start += dropped
            best = next
            history.append(steps)
        }
        var result = [Int?](repeating: nil, count: places.count)
        guard var cell = best.indices.min(by: { best[$0] < best[$1] }), best[cell] < start else { return result }
        for i in places.indices.reversed() {
            guard case .placed(let before) = history[i][cell] else { continue }
            result[i] = cell
            if before < 0 { break }
            cell = before
        }
        return result
    }

    private enum Step {
        case dropped
        case placed(after: Int)
    }
}
