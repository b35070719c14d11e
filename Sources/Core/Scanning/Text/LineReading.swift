import MRZDetection
import MRZParsing
import Recognition

/// The glyphs of one line sorted into the cells of its grid.
struct LineReading {
    /// Cells by column, from `firstColumn`.
    let cells: [CellReading]
    /// The grid column of `cells[0]`: negative, since the strip shows a little more than the band.
    let firstColumn: Int
    /// Glyphs read on the whole strip.
    let glyphs: Int
    /// How well the glyphs stand in the middle of their cells: 1 all do, near 0 they stand anywhere.
    let coherence: Double
    /// Of each of `cells` how many columns to the right of its middle its glyph stands; nil where none tells.
    let offsets: [Double?]

    /// What it costs the alignment to put a glyph beyond the band's ends: the last one of a line is read up to two
    /// cells late.
    private static let outside = 0.4
    /// What it costs to put a glyph where no print shows, which is seldom beyond the ends.
    private static let blank = 1.0
    /// Where glare fades print towards the end of a line, this share of the contrast is enough for what is read surely,
    /// though not to rely on it.
    private static let faint = 0.5
    /// The confidence beyond which a glyph is read surely there.
    private static let sureWhereFaint = 0.9
    /// The belief from which a glyph tells where its character stands.
    private static let sureOfPlace = 0.8

    /// - Parameters:
    ///   - minContrast: below this share of the line's contrast a cell holds no print, or print that is doubted.
    ///   - minLikeness: a cell that looks this much like the filler beside it is one, although it was not read.
    init(
        _ glyphs: [Glyph], on strip: LineStrip, columns: Int, margin: Int, minContrast: Double, minLikeness: Double
    ) {
        let places = Self.columns(of: glyphs, on: strip)
        let (coherence, shift) = Self.grid(of: places, glyphs)
        var cells = [CellReading](repeating: .empty, count: columns + 2 * margin)
        let alignment = CellAlignment(
            burdens: cells.indices.map { cell in
                let column = cell - margin
                let isBlank = strip.relativeContrast(atColumn: column) < minContrast
                return ((0..<columns).contains(column) ? 0 : Self.outside) + (isBlank ? Self.blank : 0)
            })
        let isFiller = glyphs.map { $0.character == MRZCharacter.filler.ascii }
        let areInRuns = isFiller.indices.map { i in
            isFiller[i] && (i > 0 && isFiller[i - 1] || i + 1 < isFiller.count && isFiller[i + 1])
        }
        var offsets = [Double?](repeating: nil, count: cells.count)
        let sorted = alignment.cells(of: places.map { $0 - shift + Double(margin) }, areInRuns: areInRuns)
        for (i, (glyph, cell)) in zip(glyphs, sorted).enumerated() {
            guard let cell, let reading = CellReading(glyph) else { continue }
            if !areInRuns[i], reading.confidence >= Self.sureOfPlace {
                offsets[cell] = places[i] - Double(cell - margin) - 0.5
            }
            let contrast = strip.relativeContrast(atColumn: cell - margin)
            if contrast >= minContrast {
                cells[cell] = reading
            } else if contrast >= Self.faint * minContrast, (0..<columns).contains(cell - margin),
                reading.confidence > Self.sureWhereFaint
            {
                cells[cell] = reading.doubted()
            }
        }
        for (column, filler) in Self.missedFillers(
            in: cells, on: strip, columns: columns, margin: margin, minLikeness: minLikeness)
        {
            cells[column + margin] = filler
        }
        self.cells = cells
        self.coherence = coherence
        self.glyphs = glyphs.count
        self.offsets = offsets
        firstColumn = -margin
    }

    /// How well the glyphs stand in the middle of cells, and how far the grid is off, in columns.
    ///
    /// - Parameter places: of the glyphs, in columns.
    private static func grid(of places: [Double], _ glyphs: [Glyph]) -> (coherence: Double, shift: Double) {
        // The outermost extents reach to the ends of the strip and tell little about where their glyphs stand.
        let inner = zip(places, glyphs).dropFirst().dropLast()
        // In a run of fillers the recogniser loses count, and then the place too.
        let marked = inner.filter { $0.1.character != MRZCharacter.filler.ascii }
        let phases = (marked.count >= 6 ? marked : Array(inner)).map { phase($0.0) }
        let cosine = phases.reduce(0) { $0 + $1.0 }
        let sine = phases.reduce(0) { $0 + $1.1 }
        let coherence = (cosine * cosine + sine * sine).squareRoot() / Double(max(1, phases.count))
        // A grid that is off by a fraction of a cell shifts all glyphs alike.
        return (coherence, turns(cosine, sine))
    }

    /// The fillers in cells that nothing was read in and that look like the filler beside them.
    ///
    /// In a long run of fillers the recogniser now and then loses count. The picture does not.
    private static func missedFillers(
        in cells: [CellReading], on strip: LineStrip, columns: Int, margin: Int, minLikeness: Double
    ) -> [(column: Int, filler: CellReading)] {
        (0..<columns).filter { cells[$0 + margin].isEmpty }.compactMap { column in
            let fillers = [column - 1, column + 1].filter {
                cells.indices.contains($0 + margin) && cells[$0 + margin].isFiller
                    && strip.likeness(ofColumn: column, toColumn: $0) >= minLikeness
            }
            guard let neighbour = fillers.first else { return nil }
            let filler = cells[neighbour + margin]
            // Where a run ends a K may stand, which looks much like a filler.
            return (column, fillers.count == 2 ? filler : filler.doubted())
        }
    }

    /// The line as two looks at the same grid support it together.
    func fused(with other: LineReading) -> LineReading {
        LineReading(
            cells: zip(cells, other.cells).map { $0.fused(with: $1) }, firstColumn: firstColumn,
            glyphs: min(glyphs, other.glyphs), coherence: max(coherence, other.coherence), offsets: offsets)
    }

    private init(cells: [CellReading], firstColumn: Int, glyphs: Int, coherence: Double, offsets: [Double?]) {
        self.cells = cells
        self.firstColumn = firstColumn
        self.glyphs = glyphs
        self.coherence = coherence
        self.offsets = offsets
    }

    /// The mean coherence of a band's lines; a line with fewer than 8 glyphs says little about it.
    static func coherence(of lines: [LineReading]) -> Double {
        let telling = lines.filter { $0.glyphs >= 8 }
        guard !telling.isEmpty else { return 0 }
        return telling.reduce(0) { $0 + $1.coherence } / Double(telling.count)
    }

    /// The mean belief in what was read first in the cells that hold something; 0 of none.
    var belief: Double {
        let beliefs = cells.compactMap { $0.options.first?.weight }
        return beliefs.reduce(0, +) / Double(max(1, beliefs.count))
    }

    /// Whether this is plainly a line of an MRZ: long enough for one, read with belief, with fillers side by side,
    /// which nothing else has, and with something between them: a row of chevrons is none.
    func isClear(minCoherence: Double) -> Bool {
        let hasFillers = zip(cells, cells.dropFirst()).contains { $0.isFiller && $1.isFiller }
        return isLikeMRZ(minCoherence: minCoherence) && hasFillers
    }

    /// The same without fillers, which a line of numbers need not have: of what stands beside an MRZ.
    func isLikeMRZ(minCoherence: Double) -> Bool {
        let sure = cells.count { $0.options.first?.weight ?? 0 >= Self.clearCell }
        return coherence >= minCoherence && belief >= Self.clearLine && sure >= Self.clearLength
            && clearColumns.count >= Self.clearMarks
    }

    /// The columns of characters, but fillers, that are read with belief.
    var clearColumns: [Int] {
        cells.indices.filter { !cells[$0].isFiller && cells[$0].options.first?.weight ?? 0 >= Self.clearCell }
            .map { firstColumn + $0 }
    }

    /// The lines of a band that can be read, as they were; none where not one of them is plainly of an MRZ.
    static func clear(_ lines: [LineReading], minCoherence: Double) -> [String] {
        guard lines.contains(where: { $0.isClear(minCoherence: minCoherence) }) else { return [] }
        return lines.filter { $0.coherence >= minCoherence && $0.belief >= clearLine }.map(\.text)
    }

    /// What was read first, from the first cell that holds something to the last; `?` where nothing was read between.
    private var text: String {
        let read = cells.map { $0.options.first.map { [$0.character].text } }
        guard let first = read.firstIndex(where: { $0 != nil }), let last = read.lastIndex(where: { $0 != nil }) else {
            return ""
        }
        return read[first...last].map { $0 ?? "?" }.joined()
    }

    private static let clearCell = 0.8
    private static let clearLine = 0.85
    /// The shortest lines have 30 characters.
    private static let clearLength = 26
    /// The name line of a card may hold no more than a short name.
    private static let clearMarks = 4

    /// The cell of grid column `column`; empty where the strip does not reach.
    func cell(_ column: Int) -> CellReading {
        let i = column - firstColumn
        return cells.indices.contains(i) ? cells[i] : .empty
    }

    /// How many columns to the right of the middle of `column` its glyph stands; nil where none tells.
    func offset(ofColumn column: Int) -> Double? {
        let i = column - firstColumn
        return offsets.indices.contains(i) ? offsets[i] : nil
    }

    /// Where each glyph's middle stands, in columns. The outermost glyphs' extents reach to the ends of the strip:
    /// their inner edge tells, half a cell away.
    private static func columns(of glyphs: [Glyph], on strip: LineStrip) -> [Double] {
        glyphs.enumerated().map { i, glyph in
            if glyphs.count > 1 && i == 0 { return strip.column(at: glyph.right) - 0.5 }
            if glyphs.count > 1 && i == glyphs.count - 1 { return strip.column(at: glyph.left) + 0.5 }
            return strip.column(at: (glyph.left + glyph.right) / 2)
        }
    }

    /// The unit vector whose angle is how far `place` is from the middle of its cell, a whole turn per cell, by a
    /// parabola through the quarter turns: within 6 % of cosine and sine.
    private static func phase(_ place: Double) -> (Double, Double) {
        let x = place - 0.5 - (place - 0.5).rounded()
        func wave(_ t: Double) -> Double {
            let u = t - t.rounded()
            return 8 * u * (1 - 2 * abs(u))
        }
        return (wave(x + 0.25), wave(x))
    }

    /// The angle of (`cosine`, `sine`) in turns, -0.5...0.5, for small angles; large ones are cut at a quarter.
    private static func turns(_ cosine: Double, _ sine: Double) -> Double {
        guard cosine > 0 else { return sine >= 0 ? 0.25 : -0.25 }
        return max(-0.25, min(0.25, sine / cosine / (2 * Double.pi)))
    }
}
