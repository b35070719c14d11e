extension Reliability {
    /// A bar for each bin, as high as its readings were right; a mark where they were stated to be.
    var chart: String {
        let (left, top, plot, step) = (44.0, 14.0, 190.0, 62.0)
        let right = left + Double(bins.count) * step
        func y(_ share: Double) -> Double { top + plot - share * plot }
        var body = ""
        for percent in stride(from: 0, through: 100, by: 25) {
            let height = y(Double(percent) / 100)
            body += SVG.line(left, height, right, height, "grid")
            body += SVG.text("\(percent) %", left - 6, height + 4, "end muted")
        }
        for (index, bin) in bins.enumerated() {
            let x = left + Double(index) * step
            let center = x + step / 2
            body += """
                <rect x="\(SVG.n(x + 9))" y="\(SVG.n(y(bin.observed)))" width="\(SVG.n(step - 18))" \
                height="\(SVG.n(bin.observed * plot))" rx="3" class="observed"><title>\(bin.exact) of \(bin.count) \
                exact</title></rect>
                """
            body += SVG.line(x + 4, y(bin.stated), x + step - 4, y(bin.stated), "stated")
            let range = [bin.range.lowerBound, bin.range.upperBound].map { Figure.fixed($0, places: 2) }
            body += SVG.text(range.joined(separator: "–"), center, top + plot + 17, "middle small")
            body += SVG.text("\(bin.exact)/\(bin.count)", center, top + plot + 32, "middle small muted")
        }
        return SVG.chart(
            width: right + 8, height: top + plot + 40, title: "Stated confidence against observed exactness", body)
    }
}
