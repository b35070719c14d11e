/// How far print stands off a polynomial, place by place: on a page that is wavy, as damp ones are, or creased.
///
/// Local regression (Cleveland 1979): the value of a column is that of a straight line through the offsets of the
/// columns near it, in which near ones count more and those that stand off count less.
package struct Sway {
    private let first: Int
    /// Pixels by column, from `first` on.
    private let values: [Double]

    /// A column's value is made of so many columns on either side.
    private static let reach = 3
    /// It is made of so many characters at least: of the next ones where few stand in those columns.
    private static let minNear = 5
    /// An offset beyond so many pitches is of no character of this line.
    private static let maxOffset = 0.7
    /// Polynomials miss print that lies flat by less than this, in pitches, root mean square.
    private static let minWavy = 0.07
    /// How often the line through the offsets is fitted, each time with less weight for those that stand off it.
    private static let rounds = 3

    private struct Mark {
        let column: Double
        let offset: Double
        let weight: Double
    }

    /// - Parameters:
    ///   - offsets: of characters from the polynomial, in pixels.
    ///   - columns: where each of them stands, in pitches.
    ///   - weights: how much each of them counts; all alike by default.
    ///   - pitch: pixels a character.
    /// - Returns: nil where the polynomial does as well.
    package init?(_ offsets: [Double], at columns: [Double], weights: [Double]? = nil, pitch: Double) {
        func areWavy(_ values: [Double]) -> Bool {
            let squares = values.reduce(0) { $0 + $1 * $1 }
            return squares > Self.minWavy * Self.minWavy * pitch * pitch * Double(values.count)
        }
        guard areWavy(offsets), let minColumn = columns.min(), let maxColumn = columns.max() else { return nil }
        let places = offsets.indices.filter { abs(offsets[$0]) < Self.maxOffset * pitch }
            .sorted { columns[$0] < columns[$1] }
        guard places.count >= Self.minNear else { return nil }
        let marks = places.map { Mark(column: columns[$0], offset: offsets[$0], weight: weights?[$0] ?? 1) }
        let low = Int(minColumn.rounded(.down))
        let high = Int(maxColumn.rounded(.up))
        var values: [Double] = []
        values.reserveCapacity(high - low + 1)
        // The first mark that is near, and the first behind it that is not.
        var (from, to) = (0, 0)
        for column in low...high {
            while to < marks.count, marks[to].column <= Double(column + Self.reach) { to += 1 }
            while from < to, marks[from].column < Double(column - Self.reach) { from += 1 }
            let lacking = max(0, Self.minNear - (to - from))
            let near = max(0, from - lacking)..<min(marks.count, to + lacking)
            values.append(Self.value(at: Double(column), through: marks[near], pitch: pitch))
        }
        guard areWavy(values) else { return nil }
        first = low
        self.values = values
    }

    /// The value at `column` of the straight line through some marks, of which there are any.
    private static func value(
        at column: Double, through marks: ArraySlice<Mark>, pitch: Double
    ) -> Double {
        let furthest = marks.reduce(Double(reach)) { max($0, abs($1.column - column)) }
        var (level, slope) = (0.0, 0.0)
        for round in 0..<rounds {
            var (w, wt, wtt, wy, wty) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for mark in marks {
                let t = mark.column - column
                let distance = abs(t) / (furthest + 1)
                let share = 1 - distance * distance * distance
                var weight = mark.weight * share * share * share
                if round > 0 {
                    weight *= RobustFit.weight(distance: mark.offset - level - slope * t, pitch: pitch)
                }
                w += weight
                wt += weight * t
                wtt += weight * t * t
                wy += weight * mark.offset
                wty += weight * t * mark.offset
            }
            let determinant = w * wtt - wt * wt
            // Marks of one column have no slope.
            slope = determinant > 1e-6 * w * w ? (w * wty - wt * wy) / determinant : 0
            level = (wy - slope * wt) / w
        }
        return level
    }

    private init(first: Int, values: [Double]) {
        self.first = first
        self.values = values
    }

    /// The sway along the line when it is run through from its other end, with offsets to the other side.
    package func reversed() -> Sway {
        Sway(first: -(first + values.count - 1), values: values.reversed().map { -$0 })
    }

    /// Pixels at `column`, and by how much they change to the next one; beyond the ends as at the ends.
    package func tangent(at column: Double) -> (value: Double, slope: Double) {
        let place = column - Double(first)
        let last = values.count - 1
        guard place > 0 else { return (values[0], 0) }
        guard place < Double(last) else { return (values[last], 0) }
        let left = Int(place)
        let slope = values[left + 1] - values[left]
        return (values[left] + (place - Double(left)) * slope, slope)
    }
}
