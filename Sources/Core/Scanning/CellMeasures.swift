import MRZDetection

/// From where to where print reaches.
enum PrintExtent {
    /// The outermost places at which the ink of rows crosses half of what the darkest row has, in rows with fractions; nil where
    /// that has less than `minDarkest`, or the print reaches the edge.
    static func of(_ rows: [Double], minDarkest: Double) -> ClosedRange<Double>? {
        guard let darkest = rows.max(), darkest > minDarkest else { return nil }
        let half = darkest / 2
        guard let top = rows.firstIndex(where: { $0 >= half }), let bottom = rows.lastIndex(where: { $0 >= half }),
            top > 0, bottom < rows.count - 1
        else { return nil }
        let above = (rows[top] - half) / max(1, rows[top] - rows[top - 1])
        let below = (rows[bottom] - half) / max(1, rows[bottom] - rows[bottom + 1])
        return (Double(top) - above)...(Double(bottom) + below)
    }
}

/// How far each value of a line's cells is off the median of all, in one and a half times their median deviation or, where that
/// is less, in `minSpread`; nil where there is none.
func lineDeviations(of values: [Double?], minSpread: Double) -> [Double?] {
    let found = values.compactMap(\.self)
    let middle = median(found)
    let spread = max(minSpread, 1.5 * median(found.map { abs($0 - middle) }))
    return values.map { $0.map { ($0 - middle) / spread } }
}
