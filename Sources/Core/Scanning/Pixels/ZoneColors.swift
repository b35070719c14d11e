import Imaging
import MRZDetection
import MRZParsing

/// The colours of a zone: the tint of the paper under each line, and what in a cell has another one.
///
/// Two pages of one grey that lie edge to edge are one to whoever sees no colour, and so is half a letter under a patch
/// that is as light as the paper.
struct ZoneColors {
    /// Whether the lines are of two pages, or a field is in another ink; see `LineTints`, `PaperSides` and `InkTints`.
    let areMixed: Bool
    /// Whether a stretch of a line lies on a paper of its own; see `PaperPatches` and `FillerGrounds`.
    let isPatched: Bool
    /// The cells in which something that is no ink has another tint than the paper.
    let covered: [MRZPosition]
    /// The cells in which something small has a vivid colour that few other cells have: strokes that make another
    /// character, a dot over half of one, in a colour as light as the paper or in one that another colour's picture
    /// does not show. And those of which all the ink has another tint than that of the page; see `InkTints`.
    let painted: [MRZPosition]
    /// Whether something vivid stands in the cells right before or behind the lines.
    let isPaintedBeyond: Bool
    private let places: ZonePlaces
    private let isLight: Bool
    private let planes: ColorPlanes

    /// The percentile of a cell's samples that is its paper.
    private static let paperRank = 0.65
    /// Something has another tint than the paper where it differs by `ColorGround.strange`, and by so many times what the
    /// tints of the line vary.
    private static let strangeRatio = 2.5
    private static let minVariation = 0.02
    /// A cell is covered where so much of it has another tint: of 1,226 verified documents one has such a cell.
    private static let maxStrange = 0.2

    /// A cell is painted where a hundredth of it, no ink, has a tint that differs from that of the paper by so much,
    /// and by so many times what it does in four cells of five. Of 1,500 verified documents none has such a cell,
    /// coloured guilloche among them.
    private static let paintedRank = 0.99
    private static let vivid = 0.25
    private static let vividRatio = 3.0
    private static let usualRank = 0.8
    /// Above and below the line it must be so many times as vivid as the cells round about as well, so many to either
    /// side: paper has other colours there.
    private static let neighbours = 3
    /// Columns over which an accent reaches. It does not go on beyond `ColorSample.outerRises`.
    private static let maxAccent = 2
    /// A cell beyond the ends of a line is painted where so much of it differs by so much, and less than half of the
    /// next one: a finger that holds the page, or what lies beside it, goes on there.
    private static let beyondRank = 0.95
    private static let vividBeyond = 0.3
    private static let coveredBeyond = 0.5
    /// Coloured ink is dark, but not darker than so much of the paper in its own colour; a cell has some where so much of it
    /// is such, and so many times what four cells of five have. Of 411 verified documents none has more than 0.05, but
    /// one with the fringes that screens give to letters: 0.065.
    private static let inkBrightest = 0.85
    private static let minColoredInk = 0.08
    private static let coloredInkRatio = 3.0

    /// - Parameters:
    ///   - zone: in pixels of `color`.
    ///   - band: where the cells of the same zone lie, in pixels of another picture of the page; nil where its lines
    ///     are straight.
    ///   - lengths: the characters of each line.
    ///   - fields: where they stand.
    ///   - fillers: those behind the name.
    ///   - gray: the luma of the same picture.
    init(
        of zone: Quad, bentAs band: Band?, lengths: [Int], fields: PrintedFields, fillers: MRZSpan?,
        in color: ColorPlanes, beside gray: GrayImage
    ) {
        func inner(_ all: [[ColorSample]]) -> [[ColorSample]] {
            zip(all, lengths).map { samples, length in
                samples.filter { !$0.isOuter && (0..<length).contains($0.column) }
            }
        }
        let places = ZonePlaces(zone, bentAs: band, lengths: lengths)
        self.places = places
        let isLight = band?.isLight ?? false
        self.isLight = isLight
        planes = color
        let seen = ColorSample.samples(of: places, in: color, beside: gray)
        let grounds = inner(seen).map { ColorGround(of: $0) }
        let all = zip(grounds, seen).map {
            $0.markingFringes(in: $1, inner: ColorSample.rises.count, outer: ColorSample.outerRises.count)
        }
        let between = lengths.indices.map { line in
            grounds[line].markingFringes(
                in: ColorSample.samplesBetween(of: places, line: line, in: color, beside: gray),
                inner: ColorSample.risesBetween.count, outer: 0)
        }
        let lines = inner(all)
        let papers = zip(seen, lengths).map { $0.papers(length: $1, isLight: isLight) }
        let pitch = (zone.topRight - zone.topLeft).length / Double(max(1, lengths.max() ?? 1))
        let inks = InkTints(of: lines, fields: fields, pitch: pitch)
        areMixed = LineTints(of: lines).areMixed || PaperSides(of: papers).areMixed || inks.isFieldOdd
        /// Whether the end of the name lies under a patch.
        func isNamePatched() -> Bool {
            guard !isLight, let fillers else { return false }
            let line = fillers.line
            return FillerGrounds(of: lines[line], between: inner(between)[line], fillers: fillers.columns).isPatched
        }
        isPatched = PaperPatches(of: papers).isPatched || isNamePatched()
        covered = zip(lines, grounds).enumerated().flatMap { line, seen in
            Self.covered(seen.0, on: seen.1).map { MRZPosition(line: line, column: $0) }
        }
        let vivid = lengths.indices.map { line in
            Self.tints(
                of: all[line].filter { !$0.isOuter } + between[line], columns: lengths[line], on: grounds[line])
        }
        let outer = lengths.indices.map { line in
            Self.tints(of: all[line].filter(\.isOuter), columns: lengths[line], on: grounds[line]).cells
        }
        let usual = percentile(vivid.flatMap(\.cells), Self.usualRank)
        let limit = max(Self.vivid, Self.vividRatio * usual)
        // A stamp or a pattern lies over many cells.
        let isPattern = usual > Self.vivid
        let limitBeyond = max(Self.vividBeyond, limit)
        // Of each end what all lines have there: a finger reaches over several.
        isPaintedBeyond = [0, 1].contains { end in
            let beyond = vivid.map { $0.beyond[end] }
            return beyond.contains { $0.next > limitBeyond } && beyond.allSatisfy { $0.covered < Self.coveredBeyond }
        }
        let coloredInks = lines.map(Self.coloredInk)
        let inkLimit = max(
            Self.minColoredInk, Self.coloredInkRatio * percentile(coloredInks.flatMap(\.self), Self.usualRank))
        let outerLimit = max(Self.vivid, Self.vividRatio * percentile(outer.flatMap(\.self), Self.usualRank))
        /// Whether what is vivid above a cell, or below it, goes on no further from the line, as a signature does.
        func endsBeside(line: Int, column: Int) -> Bool {
            [-1, 1].contains { side in
                let own = all[line].lazy.filter { $0.isOuter && $0.column == column && $0.rise * side > 0 }
                let further = ColorSample.samples(
                    of: places, line: line, columns: column - 1..<column + 2,
                    rises: ColorSample.furtherRises.map { side * $0 }, in: color, beside: gray)
                return grounds[line].vividness(of: own) > outerLimit
                    && grounds[line].vividness(of: further) <= outerLimit
            }
        }
        painted = lengths.indices.flatMap { line in
            let accents = Self.accents(outer[line], limit: outerLimit).filter { endsBeside(line: line, column: $0) }
            return (0..<lengths[line]).filter {
                vivid[line].cells[$0] > limit || !isPattern && coloredInks[line][$0] > inkLimit || accents.contains($0)
                    || inks.odd[line].contains($0)
            }.map { MRZPosition(line: line, column: $0) }
        }
    }

    /// Whether the paper ends behind so many columns in one of the colours: what lies over the rest of the lines may be
    /// as light as they are.
    func paperEnds(behind columns: Int) -> Bool {
        [planes.red, planes.green, planes.blue].contains { plane in
            PaperBeyond.endsAtEdge(
                lines: places.lengths.count, columns: columns, isLight: isLight,
                minEdge: PaperBeyond.minColoredEdge
            ) {
                plane.light(at: places.point(column: $0, line: $1, rise: $2))
            }
        }
    }

    /// The columns above or below which something is more vivid than round about, but for what reaches over more of
    /// them than an accent does: a finger that holds the page.
    private static func accents(_ outer: [Double], limit: Double) -> Set<Int> {
        let around = around(outer)
        let vivid = outer.map { $0 > limit }
        return Set(
            outer.indices.filter { column in
                guard vivid[column], outer[column] > vividRatio * around[column] else { return false }
                let first = vivid[..<column].lastIndex(of: false) ?? -1
                let next = vivid[column...].firstIndex(of: false) ?? vivid.count
                return next - first - 1 <= maxAccent
            })
    }

    /// The usual value of the cells round about each cell.
    private static func around(_ cells: [Double]) -> [Double] {
        cells.indices.map { median(Array(cells[max(0, $0 - neighbours)...min(cells.count - 1, $0 + neighbours)])) }
    }

    /// How much of each cell is dark in luma, and not in the brightest of its colours.
    private static func coloredInk(of samples: [ColorSample]) -> [Double] {
        let cells = samples.cells
        func paper(_ level: (ColorSample) -> Double) -> [Double] {
            around(cells.map { cell in percentile(cell.map(level), paperRank) })
        }
        let (light, brightest) = (paper(\.light), paper(\.brightest))
        return cells.enumerated().map { column, cell in
            let colored = cell.count {
                $0.light < ColorGround.inkLight * light[column] && $0.brightest > inkBrightest * brightest[column]
            }
            return Double(colored) / Double(max(1, cell.count))
        }
    }

    /// How far the tint of each cell's most vivid hundredth is off that of the line's paper, and, beyond both its ends,
    /// that of what stands in the next cell and how much of the cell further out is no paper. Ink counts as having no
    /// tint.
    private static func tints(
        of samples: [ColorSample], columns: Int, on ground: ColorGround
    ) -> (cells: [Double], beyond: [(next: Double, covered: Double)]) {
        let margin = ColorSample.margin
        var cells = [[Double]](repeating: [], count: columns + 2 * margin)
        var covered = cells.map { _ in 0 }
        for sample in samples {
            let tint = ground.tint(of: sample)
            let isGround = ground.has(sample)
            cells[sample.column + margin].append(isGround ? tint : 0)
            if !isGround || tint > vividBeyond { covered[sample.column + margin] += 1 }
        }
        func tint(_ cell: [Double], _ rank: Double) -> Double { cell.ranked(Int(rank * Double(cell.count))) }
        return (
            cells.dropFirst(margin).dropLast(margin).map { tint($0, paintedRank) },
            [(margin - 1, 0), (columns + margin, columns + margin + 1)].map { next, further in
                (tint(cells[next], beyondRank), Double(covered[further]) / Double(max(1, cells[further].count)))
            }
        )
    }

    /// The columns of a line in which something has another tint than its paper.
    private static func covered(_ samples: [ColorSample], on ground: ColorGround) -> [Int] {
        let usual = ground.tints
        func isStrange(_ tint: Double, beside usual: Tint) -> Bool {
            abs(tint - usual.middle) > max(ColorGround.strange, strangeRatio * max(minVariation, usual.spread))
        }
        var counts: [Int: Int] = [:]
        for sample in samples.filter(ground.has)
        where isStrange(sample.red, beside: usual.red) || isStrange(sample.blue, beside: usual.blue) {
            counts[sample.column, default: 0] += 1
        }
        let maxCount = maxStrange * Double(ColorSample.across.count * ColorSample.rises.count)
        return counts.filter { Double($0.value) > maxCount }.map(\.key).sorted()
    }
}
