/// How the shares of documents found, exact and verified fall as the level of what makes reading harder rises.
struct LevelChart {
    private let groups: [Breakdown.Group]

    /// Nil where labels have fewer than two levels.
    init?(of evaluation: Evaluation) {
        groups = (evaluation.breakdowns.first { $0.title == "level" }?.groups ?? []).filter { $0.score.documents > 0 }
        if groups.count < 2 { return nil }
    }

    private static var curves: [(name: String, style: String, share: KeyPath<Score, Double?>)] {
        [("found", "stage1", \.foundRate), ("exact", "stage2", \.exactRate), ("verified", "stage3", \.verifiedRate)]
    }

    var svg: String {
        let (left, top, width, height) = (44.0, 30.0, 356.0, 300.0)
        func x(_ index: Int) -> Double { left + 14 + Double(index) * (width - 28) / Double(groups.count - 1) }
        func y(_ share: Double) -> Double { top + height - share * height }
        var body = ""
        for percent in stride(from: 0, through: 100, by: 25) {
            let line = y(Double(percent) / 100)
            body += SVG.line(left, line, left + width, line, "grid")
            body += SVG.text("\(percent) %", left - 6, line + 4, "end muted")
        }
        for (index, group) in groups.enumerated() {
            body += SVG.text("level \(group.name)", x(index), top + height + 18, "middle muted")
            body += SVG.text("\(group.score.documents)", x(index), top + height + 34, "middle small muted")
        }
        for (number, curve) in Self.curves.enumerated() {
            let points = groups.enumerated().map { index, group in
                "\(SVG.n(x(index))) \(SVG.n(y(group.score[keyPath: curve.share] ?? 0)))"
            }
            body += "<path d=\"M\(points.joined(separator: "L"))\" class=\"curve \(curve.style)\"/>"
            let key = left + 6 + Double(number) * 104
            body += SVG.line(key, 14, key + 18, 14, "curve \(curve.style)") + SVG.text(curve.name, key + 24, 18)
        }
        return SVG.chart(
            width: left + width + 10, height: top + height + 44, title: "Found, exact and verified by level", body)
    }
}
