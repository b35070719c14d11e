import Reporting

#if canImport(Glibc)
    import Glibc
#endif

/// Which share of the pages a stage has done within which time: one curve a stage, time on a logarithmic scale.
struct LatencyChart {
    private let curves: [(name: String, milliseconds: [Double])]
    private let title: String

    private let width = 520.0
    private let height = 270.0
    // Margins.
    private let left = 44.0
    private let right = 14.0
    private let top = 30.0
    private let bottom = 34.0

    init(_ title: String, of evaluation: Evaluation, _ times: KeyPath<PageReading, StageTiming?>) {
        let all = evaluation.verdicts.compactMap { $0.reading[keyPath: times] }
        self.title = title
        curves = StageSpread.stages.map { name, stage in
            (name, all.map { max(0.1, $0[keyPath: stage].milliseconds) }.sorted())
        }
    }

    var svg: String {
        let values = curves.flatMap(\.milliseconds)
        guard let minValue = values.min(), let maxValue = values.max() else { return "" }
        let decades = (
            Self.decade(below: minValue), max(Self.decade(below: maxValue) + 1, Self.decade(below: minValue) + 1)
        )
        var body = grid(decades)
        for (index, curve) in curves.enumerated() {
            body += path(curve.milliseconds, decades, "curve stage\(index)")
            let x = left + 6 + Double(index) * 104
            body += SVG.line(x, 14, x + 18, 14, "curve stage\(index)") + SVG.text(curve.name, x + 24, 18)
        }
        return SVG.chart(width: width, height: height, title: title, body)
    }

    private func grid(_ decades: (Int, Int)) -> String {
        var body = ""
        for percent in stride(from: 0, through: 100, by: 25) {
            let y = self.y(Double(percent) / 100)
            body += SVG.line(left, y, width - right, y, "grid") + SVG.text("\(percent) %", left - 6, y + 4, "end muted")
        }
        for decade in decades.0...decades.1 {
            let x = self.x(Self.power(decade), decades)
            let label = decade >= 3 ? "\(Int(Self.power(decade - 3))) s" : "\(SVG.n(Self.power(decade))) ms"
            body +=
                SVG.line(x, top, x, height - bottom, "grid") + SVG.text(label, x, height - bottom + 16, "middle muted")
        }
        return body + SVG.text(title, left, height - 4, "muted")
    }

    private func path(_ sorted: [Double], _ decades: (Int, Int), _ style: String) -> String {
        // A step for each page, thinned out where there are more of them than pixels.
        let step = max(1, sorted.count / 200)
        var points: [String] = []
        for index in Array(stride(from: 0, to: sorted.count, by: step)) + [sorted.count - 1] {
            let share = Double(index + 1) / Double(sorted.count)
            points.append("\(SVG.n(x(sorted[index], decades))) \(SVG.n(y(share)))")
        }
        return "<path d=\"M\(points.joined(separator: "L"))\" class=\"\(style)\"/>"
    }

    private func y(_ share: Double) -> Double { height - bottom - share * (height - bottom - top) }

    private func x(_ milliseconds: Double, _ decades: (Int, Int)) -> Double {
        let share = (log10(milliseconds) - Double(decades.0)) / Double(decades.1 - decades.0)
        return left + share * (width - right - left)
    }

    private static func power(_ exponent: Int) -> Double {
        (0..<exponent.magnitude).reduce(1.0) { product, _ in exponent < 0 ? product / 10 : product * 10 }
    }

    private static func decade(below value: Double) -> Int { Int(log10(value).rounded(.down)) }
}
