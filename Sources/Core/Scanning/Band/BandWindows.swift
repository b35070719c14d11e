import MRZDetection

/// The windows of a band's grid that its glyphs speak for, where the window that the detector chose reads as no MRZ.
///
/// Texture beside a card counts as further columns, the short first line of a Swiss licence is overlooked, print above
/// a French licence's only line is taken for a second one: the recogniser reads what is there all the same.
struct BandWindows {
    private let band: Band
    private let spans: [Range<Int>]
    private let shares: [Double]
    /// Columns outside the band that its strips show.
    private let margin: Int
    private let shapes: ZoneShapes

    /// Belief from which a glyph counts.
    private static let minBelief = 0.6
    /// Share of the columns of its span that a line must fill.
    private static let minFilled = 0.85
    /// Share of them in which a line holds next to nothing.
    private static let maxNoise = 0.4

    init(_ band: Band, lines: [LineReading], margin: Int, shapes: ZoneShapes) {
        self.band = band
        self.margin = margin
        self.shapes = shapes
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
        func lengths(ofLines lines: Int) -> [Int] {
            shapes.columns(ofLines: lines).filter { ($0 - 3...$0 + 1).contains(columns.count) }
        }
        if full.count == 2 && band.lineCount == 2 {
            for length in lengths(ofLines: 3) {
                let whole = columns.lowerBound..<(columns.lowerBound + length)
                windows += [-1..<2, 0..<3].map { band.window(columns: whole, lines: $0) }
            }
        }
        if full.count == 1 && band.lineCount > 1 {
            for length in lengths(ofLines: 1) {
                let isAlone = spans.indices.allSatisfy {
                    $0 == line || Double(spans[$0].count) <= Self.maxNoise * Double(length)
                }
                guard isAlone else { continue }
                let whole = columns.lowerBound..<(columns.lowerBound + length)
                windows.append(band.window(columns: whole, lines: line..<(line + 1)))
            }
        }
        guard full.count == band.lineCount else { return windows }
        // Print that reaches to an end of the strip goes on there.
        let goesOnLeft = columns.lowerBound <= -margin + 1
        let goesOnRight = columns.upperBound >= band.columnCount + margin - 1
        for count in shapes.columns(ofLines: band.lineCount) where goesOnLeft != goesOnRight {
            guard count >= columns.count else { continue }
            let first = goesOnLeft ? columns.upperBound - count : columns.lowerBound
            if first == 0 && count == band.columnCount { continue }
            windows.append(band.window(columns: first..<(first + count), lines: 0..<band.lineCount))
        }
        return windows
    }
}
