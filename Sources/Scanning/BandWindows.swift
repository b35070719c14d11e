import MRZDetection

/// The windows of a band's grid that its glyphs speak for, where the window that the detector chose reads as no MRZ.
///
/// Texture beside a card counts as further columns, the short first line of a Swiss licence is overlooked, print above a
/// French licence's only line is taken for a second one: the recogniser reads what is there all the same.
struct BandWindows {
    private let band: Band
    private let spans: [Range<Int>]
    private let shares: [Double]
    /// Columns outside the band that its strips show.
    private let margin: Int

    /// Belief from which a glyph counts.
    private static let minBelief = 0.6
    /// Share of the columns of its span that a line must fill.
    private static let minFilled = 0.85
    /// Share of them in which a line holds next to nothing.
    private static let maxNoise = 0.4

    init(_ band: Band, lines: [LineReading], margin: Int) {
        self.band = band
        self.margin = margin
        let sure = lines.map { line in
            (-margin..<(band.columnCount + margin)).filter { column in
                line.cell(column).options.first.map { $0.weight >= Self.minBelief } ?? false
            }
        }
        spans = sure.map { columns in
            // A lone glyph far from the others is noise.
            let dense = columns.filter { column in columns.count { abs($0 - column) <= 4 } >= 6 }
            guard let first = dense.first, let last = dense.last else { return 0..<0 }
            return first..<(last + 1)
        }
        shares = zip(sure, spans).map { columns, span in
            span.isEmpty ? 0 : Double(columns.count { span.contains($0) }) / Double(span.count)
        }
    }

    /// Likeliest first; empty when the glyphs speak for no other window.
    var all: [Band] {
        let full = spans.indices.filter { shares[$0] >= Self.minFilled && spans[$0].count >= 20 }
        guard let line = full.max(by: { spans[$0].count < spans[$1].count }) else { return [] }
        let columns = full.reduce(spans[line]) {
            min($0.lowerBound, spans[$1].lowerBound)..<max($0.upperBound, spans[$1].upperBound)
        }
        var windows: [Band] = []
        if full.count == 2 && band.lineCount == 2 && (27...31).contains(columns.count) {
            let thirty = columns.lowerBound..<(columns.lowerBound + 30)
            windows += [-1..<2, 0..<3].map { band.window(columns: thirty, lines: $0) }
        }
        let isAlone = spans.indices.allSatisfy { $0 == line || Double(spans[$0].count) <= Self.maxNoise * 30 }
        if full.count == 1 && isAlone && band.lineCount > 1 && (27...31).contains(columns.count) {
            let first = columns.lowerBound
            windows.append(band.window(columns: first..<(first + 30), lines: line..<(line + 1)))
        }
        guard full.count == band.lineCount else { return windows }
        // Print that reaches to an end of the strip goes on there.
        let goesOnLeft = columns.lowerBound <= -margin + 1
        let goesOnRight = columns.upperBound >= band.columnCount + margin - 1
        for count in band.lineCount == 2 ? [44, 36] : [30] where goesOnLeft != goesOnRight {
            guard count >= columns.count else { continue }
            let first = goesOnLeft ? columns.upperBound - count : columns.lowerBound
            if first == 0 && count == band.columnCount { continue }
            windows.append(band.window(columns: first..<(first + count), lines: 0..<band.lineCount))
        }
        return windows
    }
}
