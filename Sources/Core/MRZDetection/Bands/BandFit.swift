import Imaging

/// Fits the cell grid of one MRZ to a group of lines: which columns are its first and last, where every cell lies.
package struct BandFit {
    let blobs: Blobs
    let index: BlobIndex
    let shapes: ZoneShapes

    /// Columns looked at on either side of the likeliest window of a group.
    private static let margin = 13
    /// A line may lack so many characters at an end that another has.
    private static let slack = 3
    /// Characters that the chains missed are looked for so many columns further out.
    private static let firstReach = 4
    /// After the first fit they are looked for so many columns further out, where the fit says.
    private static let reach = 8
    /// In lines that are bent both ways they are looked for so many columns further out: nobody knows where those go
    /// on.
    private static let bentReach = 2
    /// A band that has so many marks a line beside its window lies beside other print.
    private static let manyOutside = 3
    /// Print is looked for so many columns further than its lines then.
    private static let reachBesideOthers = 1
    /// A band has so many characters at least.
    private static let minMarks = 10
    /// What scores less after its first fit is no band after the last one, unless its lines are bent both ways: that is
    /// half of what is fitted on pages without a zone. Of 9,400 such groups of `Samples/`, photographs and creased,
    /// waved and steep pages, those of lines bent both ways among them, 20 were worth reading at all.
    private static let minFirstScore = 0.0
    /// A third line between or beside two others is taken to be one where so much of it is there.
    private static let minThirdLine = 0.6
    /// The size of a character, over the typical one.
    private static let sizes = 0.45..<1.6
    /// How far from the middle of its cell a character may stand, in pitches.
    private static let maxOffset = 0.35
    /// What counts of that along the line: characters such as 1 and < do not fill their cell.
    private static let alongShare = 0.8
    /// The distance within which it is looked for, in pitches: `maxOffset` over `alongShare` and a little.
    private static let searched = 0.45

    /// - Parameter index: of `blobs`.
    package init(blobs: Blobs, index: BlobIndex, shapes: ZoneShapes) {
        self.blobs = blobs
        self.index = index
        self.shapes = shapes
    }

    /// The bands that `group` may be; none when its lines do not fit one grid.
    ///
    /// - Parameters:
    ///   - counts: how many columns it may have; by default what an MRZ of so many lines has.
    ///   - besideOthers: whether other print is known to stand where its lines end.
    package func bands(of group: [PrintLine], counts: [Int]? = nil, besideOthers: Bool = false) -> [FittedBand] {
        let found = fitted(group, counts: counts, besideOthers: besideOthers)
        // Other print goes on where the lines end, such as the zone of a card right beside: theirs is what they are
        // without it.
        guard !besideOthers, found.contains(where: { $0.outside >= Self.manyOutside * $0.lines }) else { return found }
        return found + fitted(group, counts: counts, besideOthers: true)
    }

    private func fitted(_ group: [PrintLine], counts: [Int]?, besideOthers: Bool) -> [FittedBand] {
        guard let first = group.first else { return [] }
        var lines = group
        for i in lines.indices where lines[i].direction.dot(first.direction) < 0 { lines[i].reverse() }
        let counts = counts ?? shapes.columns(ofLines: lines.count)
        // A chain may go on over the texture beside a page: what lies far from the likeliest window is left out.
        var near = -Self.margin...((counts.max() ?? 0) - 1 + Self.margin)
        guard var marks = numbered(lines, counts: counts)?.filter({ near.contains($0.column) }) else { return [] }
        if besideOthers, let low = marks.map(\.column).min(), let high = marks.map(\.column).max() {
            near = near.clamped(to: (low - Self.reachBesideOthers)...(high + Self.reachBesideOthers))
        }
        let pitch = lines.reduce(0) { $0 + $1.pitch } / Double(lines.count)
        let size = median(marks.map { blobs.all[$0.blob].diagonal })
        let down = first.normal * (2 * pitch)
        let isBentBothWays = lines.contains(where: \.isBentBothWays)
        let isWavy = lines.contains(where: \.isWavy)
        let isSteep = !isBentBothWays && lines.contains(where: \.isSteep)
        let maxBend = isBentBothWays ? PitchFit.bentDegree : 3
        var shape: BandShape?
        for round in 0..<3 {
            guard
                let fit = BandShape(
                    marks, lines: lines.count, bend: round == 0 && !isBentBothWays ? 2 : maxBend, pitch: pitch,
                    down: down, steep: isSteep),
                let low = marks.map(\.column).min(), let high = marks.map(\.column).max()
            else { return [] }
            shape = fit
            // Characters that the chains missed (glare, gaps, ends) stand where the grid says. Further out than a few
            // columns a first fit is only a guess.
            let reach = isWavy ? Self.bentReach : round == 0 ? Self.firstReach : Self.reach
            let columns = ((low - reach)...(high + reach)).clamped(to: near)
            marks = self.marks(on: fit, lines: 0..<lines.count, columns: columns, size: size)
            guard marks.count >= Self.minMarks else { return [] }
            if round == 0, !isBentBothWays {
                let first = FittedBand(shape: fit, marks: marks, lines: lines.count, counts: counts, blobs: blobs)
                guard first?.score ?? -.infinity >= Self.minFirstScore else { return [] }
            }
        }
        guard let shape else { return [] }
        let whole = FittedBand(shape: shape, marks: marks, lines: lines.count, counts: counts, blobs: blobs)
        guard lines.count == 2 else { return [whole].compactMap { $0 } }
        return shapes.columns(ofLines: 3).flatMap {
            triples(around: shape, marks: marks, columns: $0, bend: maxBend, pitch: pitch, size: size)
        } + [whole].compactMap { $0 }
    }

    /// Bands of three lines of which only two were found as chains: the third was too short (a Swiss driving licence's
    /// first line has 9 characters) or too broken. None when much of the two lies outside so many columns.
    private func triples(
        around shape: BandShape, marks: [BandShape.Mark], columns count: Int, bend: Int, pitch: Double, size: Double
    ) -> [FittedBand] {
        guard
            let pair = FittedBand(shape: shape, marks: marks, lines: 2, counts: [count], blobs: blobs),
            marks.count(where: { (pair.start..<(pair.start + count)).contains($0.column) }) * 8 >= marks.count * 7
        else { return [] }
        let columns = pair.start..<(pair.start + count)
        let inside = marks.filter { columns.contains($0.column) }
        let found = [-1, 2].map { line in
            self.marks(
                on: shape, lines: line..<(line + 1), columns: columns.lowerBound...(columns.upperBound - 1), size: size)
        }
        // A whole line, or only the few characters of a short first one (which is the last, upside down).
        let shares = [found[0], found[1]].enumerated().map { at, marks in
            let short = shapes.shortFirstLines.map { length in
                let present = marks.count {
                    at == 0 ? $0.column < columns.lowerBound + length : $0.column >= columns.upperBound - length
                }
                return Double(present) / Double(length)
            }
            return max(Double(marks.count) / Double(count), short.max() ?? 0)
        }
        return [0, 1].compactMap { at in
            // Without ink on either side both are possible; with it only the side that has more.
            guard shares[at] >= shares[1 - at] || shares[at] > Self.minThirdLine else { return nil }
            var all = inside + (shares[at] > Self.minThirdLine ? found[at] : [])
            if at == 0 { for i in all.indices { all[i].line += 1 } }
            let fit = BandShape(
                all, lines: 3, bend: bend, pitch: pitch, down: Point(x: 0, y: 0), steep: shape.isSteep)
            guard let fit else { return nil }
            return FittedBand(shape: fit, marks: all, lines: 3, counts: [count], blobs: blobs)
        }
    }

    /// The marks of all lines in one numbering of columns, from the first one of the likeliest window of `counts`: that
    /// of the fullest line, carried over to the others along the lean of the characters.
    ///
    /// Where two lines disagree about a lost character between two others, the fullest one decides: a grid must not fan
    /// out because one of its lines counts a cell more.
    private func numbered(_ lines: [PrintLine], counts: [Int]) -> [BandShape.Mark]? {
        guard let reference = lines.max(by: { $0.filled < $1.filled }) else { return nil }
        let lean = ColumnLean(of: lines, along: reference, blobs: blobs)
        var marks: [BandShape.Mark] = []
        for (k, line) in lines.enumerated() {
            let columns: [Int?] = line.mean == reference.mean ? line.cells : lean.columns(of: line)
            for (i, column) in columns.enumerated() {
                guard let column else { continue }
                marks.append(BandShape.Mark(column: column, line: k, point: line.points[i], blob: line.members[i]))
            }
        }
        let occupied = BandShape.Mark.columns(of: marks, lines: lines.count)
        var best = -Double.infinity
        var start: Int?
        for count in counts {
            let starts = occupied.map { line in
                line.range.map {
                    let starts = WindowScore.starts(covering: $0.lowerBound, $0.upperBound, columns: count)
                    return (starts.lowerBound - Self.slack)...(starts.upperBound + Self.slack)
                }
            }
            let cost = WindowScore.cost(lines: lines.count, columns: count)
            let all = starts.compactMap(\.self)
            guard let low = all.map(\.lowerBound).min(), let high = all.map(\.upperBound).max() else { continue }
            for first in low...high {
                // Of the lines that may start there.
                let near = zip(occupied, starts).filter { $1?.contains(first) == true }
                guard !near.isEmpty else { continue }
                let value = near.reduce(0) { $0 + WindowScore.value(of: $1.0, columns: count, from: first) } - cost
                if value > best || value == best && first < start ?? .max {
                    best = value
                    start = first
                }
            }
        }
        guard let start else { return nil }
        for i in marks.indices { marks[i].column -= start }
        return marks
    }

    /// The blob nearest to the centre of each cell, where there is one of about the right size.
    private func marks(
        on shape: BandShape, lines: Range<Int>, columns: ClosedRange<Int>, size: Double
    ) -> [BandShape.Mark] {
        var marks: [BandShape.Mark] = []
        for line in lines {
            for column in columns {
                let center = shape.point(column: Double(column), line: Double(line))
                let advance = shape.advance(at: Double(column), line: Double(line))
                let pitch = advance.length
                guard pitch > 2, pitch < 200 else { continue }
                let along = advance * (1 / pitch)
                var best = -1
                var bestCost = Self.maxOffset
                index.forEach(within: Self.searched * pitch, of: center) { entry, _ in
                    let ratio = entry.diagonal / size
                    guard ratio > Self.sizes.lowerBound, ratio < Self.sizes.upperBound else { return }
                    let offset = entry.center - center
                    let cost = max(abs(offset.dot(along)) * Self.alongShare, abs(offset.cross(along))) / pitch
                    if cost < bestCost {
                        best = entry.blob
                        bestCost = cost
                    }
                }
                if best >= 0 {
                    marks.append(
                        BandShape.Mark(column: column, line: line, point: blobs.all[best].center, blob: best))
                }
            }
        }
        return marks
    }
}
