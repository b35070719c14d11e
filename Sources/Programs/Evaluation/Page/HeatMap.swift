import Reporting

extension ConditionMatrix {
    /// Exactness by condition and level, a cell each; the column at the right takes all levels together.
    var heatMap: String {
        let (left, top, width, height) = (96.0, 26.0, 76.0, 25.0)
        var body = ""
        for (column, level) in levels.enumerated() {
            body += SVG.text("level \(level)", left + (Double(column) + 0.5) * width, 16, "middle muted")
        }
        let allLeft = left + Double(levels.count) * width + 14
        body += SVG.text("all", allLeft + width / 2, 16, "middle muted")
        for (row, condition) in conditions.enumerated() {
            let y = top + Double(row) * height
            body += SVG.text(condition, left - 10, y + height / 2 + 4, "end")
            for (column, level) in levels.enumerated() {
                body += cell(
                    self[condition, level].map { ($0.exact, $0.documents) }, "\(condition), level \(level)",
                    left + Double(column) * width, y, width, height)
            }
            let all = levels.compactMap { self[condition, $0] }
            body += cell(
                (all.reduce(0) { $0 + $1.exact }, all.reduce(0) { $0 + $1.documents }), "\(condition), all levels",
                allLeft, y, width, height)
        }
        return SVG.chart(
            width: allLeft + width + 2, height: top + Double(conditions.count) * height + 2,
            title: "Exact documents by condition and level", body)
    }

    private func cell(
        _ counts: (exact: Int, documents: Int)?, _ name: String, _ x: Double, _ y: Double, _ width: Double,
        _ height: Double
    ) -> String {
        let place =
            "x=\"\(SVG.n(x + 1))\" y=\"\(SVG.n(y + 1))\" width=\"\(SVG.n(width - 2))\" "
            + "height=\"\(SVG.n(height - 2))\" rx=\"3\""
        guard let counts, let share = Score.share(counts.exact, of: counts.documents) else {
            return "<rect \(place) class=\"none\"/>"
        }
        let figure = "\(counts.exact)/\(counts.documents)"
        return "<rect \(place) class=\"cell\" style=\"--share:\(Figure.fixed(share * 100, places: 0))%\">"
            + "<title>\(Markup.escape(name)): \(figure) exact</title></rect>"
            + SVG.text(figure, x + width / 2, y + height / 2 + 4, "middle figure")
    }
}
