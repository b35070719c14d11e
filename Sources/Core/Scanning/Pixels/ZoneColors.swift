import Imaging
import MRZDetection
import MRZParsing

/// The colours of a zone: the tint of the paper under each line, and what in a cell has another one.
///
/// Two pages of one grey that lie edge to edge are one to whoever sees no colour, and so is half a letter under a patch
/// that is as light as the paper.
struct ZoneColors {
    /// Whether the paper under a line plainly has another tint than under the line above it: that of one page is the
    /// same under all lines, or changes little by little.
    let areMixed: Bool
    /// The cells in which something that is no ink has another tint than the paper.
    let covered: [MRZPosition]
    /// The cells in which something small has a vivid colour that few other cells have: strokes that make another
    /// character, a dot over half of one, in a colour as light as the paper or in one that another colour's picture
    /// does not show.
    let painted: [MRZPosition]
    /// Whether something vivid stands in the cells right before or behind the lines.
    let isPaintedBeyond: Bool

    /// Where a cell is looked at: in columns from its middle and in halves of the height of capitals.
    private static let across = stride(from: -0.45, through: 0.45, by: 0.1).map(\.self)
    private static let rises = stride(from: -1.1, through: 1.1, by: 0.2).map(\.self)
    /// Where it is looked at above and below the line, up to where accents reach.
    private static let outerRises = [-1.9, -1.7, -1.5, -1.3, 1.3, 1.5, 1.7, 1.9]
    /// The darkest samples of a line, this share of all, are not paper.
    private static let inkShare = 0.4
    /// The share at either end of the tints that does not count for how far they vary: of the paper, so that half of
    /// the rest is a standard deviation, and of all that is no ink.
    private static let paperEnds = 0.16
    private static let groundEnds = 0.05
    /// The percentile of a cell's samples that is its paper.
    private static let paperRank = 0.65
    /// The least light that tints are shares of, so that noise in the dark is none.
    private static let minLight = 20.0

    /// Tints that differ by so much of the light, and by so many times what they vary along the lines, are of two
    /// pages. Of 1,412 verified documents none is beyond both, 52 photographs and the levels of `Samples/` among them;
    /// of 282 pages that `Tests/Honesty` put together of two 249 are.
    private static let minStep = 0.03
    private static let minRatio = 2.0
    private static let minSpread = 0.01

    /// Column by column, what varies along the lines cancels: tints that differ by so much there, and by so many times what
    /// they vary by from column to column, are of two pages. Of 1,427 innocent pages and photographs none is beyond both; of
    /// 253 that `Tests/Honesty` put together of two 246 are.
    private static let minPairedStep = 0.015
    private static let minPairedRatio = 4.0
    /// Tints that change by so much of that from the upper half of a line to its lower one change little by little: where
    /// they do so evenly it is a fifth or more.
    private static let maxDrift = 0.15

    /// So much of what is seen of a line is its ink, and inks differ by so much of the light of the paper where they
    /// are of two pages: of 1,730 verified documents none is beyond 0.031.
    private static let darkestShare = 0.08
    private static let maxInkStep = 0.04

    /// What is lighter than so much of the paper is no ink; it has another tint where that differs by so much, and by
    /// so many times what the tints of the line vary.
    private static let paperShare = 0.5
    private static let strange = 0.12
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
    /// Columns over which an accent reaches.
    private static let maxAccent = 2
    /// A cell beyond the ends of a line is painted where so much of it differs by so much, and less than half of the
    /// next one: a finger that holds the page, or what lies beside it, goes on there.
    private static let beyondRank = 0.95
    private static let vividBeyond = 0.3
    private static let coveredBeyond = 0.5
    /// Cells that are looked at beyond either end of a line.
    private static let margin = 2

    /// Coloured ink is darker than so much of the paper, but not in its own colour; a cell has some where so much of it
    /// is such, and so many times what four cells of five have. Of 411 verified documents none has more than 0.05, but
    /// one with the fringes that screens give to letters: 0.065.
    private static let inkLight = 0.72
    private static let inkBrightest = 0.85
    private static let minColoredInk = 0.08
    private static let coloredInkRatio = 3.0

    /// A sensor with a colour filter sees the left and the right edge of a stem in opposite colours. What is beside ink
    /// is such a fringe where its opposite lies beyond that, at most so many samples off, and has so much of its tint.
    private static let fringeReach = 5
    private static let minOpposite = 0.4

    /// What is seen at one point.
    private struct Sample {
        let column: Int
        /// 0...255.
        let light: Double
        /// The light of the brightest of its colours.
        let brightest: Double
        /// By how much it is redder and bluer than green, as shares of the light.
        let red: Double
        let blue: Double
        /// Halves of the height of capitals below the middle of the line.
        let rise: Double
        /// Above or below the line.
        let isOuter: Bool
        /// A colour that the camera gives to the edge of ink.
        var isFringe = false
    }

    /// How red or how blue the samples of a line are.
    private struct Tint {
        let middle: Double
        /// Half of how far it varies, but for a share at either end.
        let spread: Double

        init(_ values: [Double], within share: Double) {
            let last = max(0, values.count - 1)
            let end = Int(share * Double(last))
            middle = values.ranked(last / 2)
            spread = (values.ranked(last - end) - values.ranked(end)) / 2
        }
    }

    /// Both tints of a line.
    private struct Tints {
        let red: Tint
        let blue: Tint

        init(_ samples: [Sample], within share: Double) {
            red = Tint(samples.map(\.red), within: share)
            blue = Tint(samples.map(\.blue), within: share)
        }
    }

    /// What of a line is no ink, and how it is tinted.
    private struct Ground {
        private let paper: Double
        private let least: Double
        let tints: Tints

        init(of samples: [Sample]) {
            paper = max(minLight, samples.map(\.light).ranked(samples.count * 3 / 4))
            let least = paperShare * paper
            self.least = least
            tints = Tints(samples.filter { $0.light > least }, within: groundEnds)
        }

        func has(_ sample: Sample) -> Bool { sample.light > least && !sample.isFringe }

        /// The same samples, `rows` of which lie above each other, with what of them are fringes.
        func markingFringes(in samples: [Sample], rows: Int) -> [Sample] {
            let offsets = samples.map { Point(x: $0.red - tints.red.middle, y: $0.blue - tints.blue.middle) }
            let lightestInk = inkLight * paper
            /// Whether ink, and beyond it the opposite colour, lies on the way from a sample.
            func isFringe(_ place: Int, way: StrideThrough<Int>) -> Bool {
                let own = offsets[place]
                var isBeyondInk = false
                for other in way where samples.indices.contains(other) {
                    if samples[other].light < lightestInk {
                        isBeyondInk = true
                    } else if isBeyondInk {
                        if own.dot(offsets[other]) < -minOpposite * own.dot(own) { return true }
                    }
                }
                return false
            }
            var marked = samples
            for (place, offset) in offsets.enumerated() where max(abs(offset.x), abs(offset.y)) > strange {
                let row = place % rows
                var ways = [-rows, rows].map { stride(from: place + $0, through: place + fringeReach * $0, by: $0) }
                if row < rises.count {
                    ways.append(stride(from: place - 1, through: place - min(row, fringeReach), by: -1))
                    ways.append(
                        stride(from: place + 1, through: place + min(rises.count - 1 - row, fringeReach), by: 1))
                }
                marked[place].isFringe = ways.contains { isFringe(place, way: $0) }
            }
            return marked
        }
    }

    /// - Parameters:
    ///   - zone: in pixels of `color`.
    ///   - band: where the cells of the same zone lie, in pixels of another picture of the page; nil where its lines
    ///     are straight.
    ///   - lengths: the characters of each line.
    ///   - gray: the luma of the same picture.
    init(of zone: Quad, bentAs band: Band?, lengths: [Int], in color: ColorPlanes, beside gray: GrayImage) {
        func inner(_ all: [[Sample]]) -> [[Sample]] {
            zip(all, lengths).map { samples, length in
                samples.filter { !$0.isOuter && (0..<length).contains($0.column) }
            }
        }
        let seen = Self.samples(of: ZonePlaces(zone, bentAs: band, lengths: lengths), in: color, beside: gray)
        let grounds = inner(seen).map { Ground(of: $0) }
        let all = zip(grounds, seen).map { $0.markingFringes(in: $1, rows: Self.rises.count + Self.outerRises.count) }
        let lines = inner(all)
        areMixed = Self.arePapersMixed(lines) || Self.areColumnsMixed(lines) || Self.areInksMixed(lines)
        covered = zip(lines, grounds).enumerated().flatMap { line, seen in
            Self.covered(seen.0, on: seen.1).map { MRZPosition(line: line, column: $0) }
        }
        let vivid = lengths.indices.map { line in
            Self.tints(of: all[line].filter { !$0.isOuter }, columns: lengths[line], on: grounds[line])
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
        let inks = lengths.indices.map { Self.coloredInk(of: lines[$0], columns: lengths[$0]) }
        let inkLimit = max(Self.minColoredInk, Self.coloredInkRatio * percentile(inks.flatMap(\.self), Self.usualRank))
        let outerLimit = max(Self.vivid, Self.vividRatio * percentile(outer.flatMap(\.self), Self.usualRank))
        painted = lengths.indices.flatMap { line in
            let accents = Self.accents(outer[line], limit: outerLimit)
            return (0..<lengths[line]).filter {
                vivid[line].cells[$0] > limit || !isPattern && inks[line][$0] > inkLimit || accents.contains($0)
            }.map { MRZPosition(line: line, column: $0) }
        }
    }

    /// What is seen along each line, from the cell before it to the one behind it.
    private static func samples(
        of places: ZonePlaces, in color: ColorPlanes, beside gray: GrayImage
    ) -> [[Sample]] {
        let allRises = rises + outerRises
        return places.lengths.enumerated().map { line, length in
            var samples: [Sample] = []
            samples.reserveCapacity((length + 2 * margin) * across.count * allRises.count)
            for column in -margin..<(length + margin) {
                for u in across {
                    let (middle, down) = places.column(Double(column) + u, line: line)
                    for (place, rise) in allRises.enumerated() {
                        let point = middle + down * rise
                        let light = gray.light(at: point)
                        let inColors = PlaceBetweenPixels(point, in: color.red)
                        let (red, green) = (color.red.light(at: inColors), color.green.light(at: inColors))
                        let blue = color.blue.light(at: inColors)
                        samples.append(
                            Sample(
                                column: column, light: light, brightest: max(red, green, blue),
                                red: (red - green) / max(minLight, light),
                                blue: (blue - green) / max(minLight, light),
                                rise: rise, isOuter: place >= rises.count))
                    }
                }
            }
            return samples
        }
    }

    /// Whether the darkest samples of two lines, which are of their ink, have different tints, by more than those vary
    /// along the lines. Light of another colour over one of them tints its paper as well.
    private static func areInksMixed(_ lines: [[Sample]]) -> Bool {
        let inks = lines.map { samples -> [(ink: Tint, paper: Double)] in
            let lights = samples.map(\.light)
            let darkest = lights.ranked(Int(darkestShare * Double(samples.count)))
            let lightest = lights.ranked(Int(inkShare * Double(samples.count)))
            let paper = max(minLight, lights.ranked(samples.count * 3 / 4))
            return [\Sample.red, \Sample.blue].map { tint in
                func tints(_ samples: [Sample]) -> [Double] {
                    samples.map { $0[keyPath: tint] * max(minLight, $0.light) / paper }
                }
                let cells = Dictionary(grouping: samples.filter { $0.light <= darkest }, by: \.column)
                let ink = Tint(cells.values.map { median(tints($0)) }, within: paperEnds)
                return (ink, median(tints(samples.filter { $0.light >= lightest })))
            }
        }
        return inks.indices.contains { a in
            (0..<a).contains { b in
                zip(inks[a], inks[b]).contains { first, second in
                    let step = first.ink.middle - second.ink.middle
                    let least = max(maxInkStep, first.ink.spread, second.ink.spread)
                    return min(abs(step), abs(step - (first.paper - second.paper))) > least
                }
            }
        }
    }

    /// Whether the paper of a line plainly has another tint than that of the line above it.
    private static func arePapersMixed(_ lines: [[Sample]]) -> Bool {
        let papers = lines.map { samples in
            let paper = samples.map(\.light).ranked(Int(inkShare * Double(samples.count)))
            return Tints(samples.filter { $0.light >= paper }, within: paperEnds)
        }
        return zip(papers, papers.dropFirst()).contains { upper, lower in
            [(upper.red, lower.red), (upper.blue, lower.blue)].contains { a, b in
                let step = abs(a.middle - b.middle)
                return step > minStep && step > minRatio * max(minSpread, a.spread, b.spread)
            }
        }
    }

    /// Whether the paper of a line has another tint than that of the line above it in all columns alike, and neither changes
    /// so from its own upper half to its lower one: light does that, and a camera where it is too bright.
    private static func areColumnsMixed(_ lines: [[Sample]]) -> Bool {
        [\Sample.red, \Sample.blue].contains { tint in
            let all = lines.map { papers($0, tint) }
            let halves = lines.map { samples in
                [samples.filter { $0.rise < 0 }, samples.filter { $0.rise > 0 }].map { papers($0, tint) }
            }
            return (1..<max(1, lines.count)).contains { line in
                let steps = steps(from: all[line - 1], to: all[line])
                let step = abs(median(steps))
                let drift = [line - 1, line].map { abs(median(Self.steps(from: halves[$0][0], to: halves[$0][1]))) }
                // Of a normal distribution the standard deviation is one and a half times the median deviation.
                let deviation = 1.5 * median(steps.map { abs($0 - median(steps)) })
                return step > max(minPairedStep, minPairedRatio * deviation)
                    && drift.allSatisfy { $0 < maxDrift * step }
            }
        }
    }

    /// The tint of the paper in each column.
    private static func papers(_ samples: [Sample], _ tint: KeyPath<Sample, Double>) -> [Int: Double] {
        Dictionary(grouping: samples, by: \.column).mapValues { cell in
            let paper = cell.map(\.light).ranked(Int(inkShare * Double(cell.count)))
            return median(cell.filter { $0.light >= paper }.map { $0[keyPath: tint] })
        }
    }

    private static func steps(from upper: [Int: Double], to lower: [Int: Double]) -> [Double] {
        upper.compactMap { column, tint in lower[column].map { $0 - tint } }
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
    private static func coloredInk(of samples: [Sample], columns: Int) -> [Double] {
        var cells = [[Sample]](repeating: [], count: columns)
        for sample in samples { cells[sample.column].append(sample) }
        func paper(_ level: (Sample) -> Double) -> [Double] {
            around(cells.map { cell in percentile(cell.map(level), paperRank) })
        }
        let (light, brightest) = (paper(\.light), paper(\.brightest))
        return cells.enumerated().map { column, cell in
            let colored = cell.count {
                $0.light < inkLight * light[column] && $0.brightest > inkBrightest * brightest[column]
            }
            return Double(colored) / Double(max(1, cell.count))
        }
    }

    /// How far the tint of each cell's most vivid hundredth is off that of the line's paper, and, beyond both its ends,
    /// that of what stands in the next cell and how much of the cell further out is no paper. Ink counts as having no
    /// tint.
    private static func tints(
        of samples: [Sample], columns: Int, on ground: Ground
    ) -> (cells: [Double], beyond: [(next: Double, covered: Double)]) {
        let usual = ground.tints
        var cells = [[Double]](repeating: [], count: columns + 2 * margin)
        var covered = cells.map { _ in 0 }
        for sample in samples {
            let tint = max(abs(sample.red - usual.red.middle), abs(sample.blue - usual.blue.middle))
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
    private static func covered(_ samples: [Sample], on ground: Ground) -> [Int] {
        let usual = ground.tints
        func isStrange(_ tint: Double, beside usual: Tint) -> Bool {
            abs(tint - usual.middle) > max(strange, strangeRatio * max(minVariation, usual.spread))
        }
        var counts: [Int: Int] = [:]
        for sample in samples.filter(ground.has)
        where isStrange(sample.red, beside: usual.red) || isStrange(sample.blue, beside: usual.blue) {
            counts[sample.column, default: 0] += 1
        }
        let least = maxStrange * Double(across.count * rises.count)
        return counts.filter { Double($0.value) > least }.map(\.key).sorted()
    }
}

extension [Double] {
    /// The value that has so many before it in ascending order; 0 of none.
    fileprivate func ranked(_ rank: Int) -> Double {
        percentile(self, (Double(rank) + 0.5) / Double(Swift.max(1, count)))
    }
}

/// Where the cells of a zone lie in a picture.
private struct ZonePlaces {
    /// The characters of each line.
    let lengths: [Int]
    private let zone: Quad
    private let band: Band?
    /// The corner of the band that `zone.topLeft` is, and pixels of the picture for one of the picture that the band is
    /// of.
    private let origin: Point
    private let scale: Double

    /// The height of capitals over the distance of two lines (ICAO Doc 9303-3, 4.4).
    private static let capShare = 0.61

    init(_ zone: Quad, bentAs band: Band?, lengths: [Int]) {
        self.zone = zone
        self.band = band
        self.lengths = lengths
        let own = band?.quad ?? zone
        origin = own.topLeft
        scale = (zone.topRight - zone.topLeft).length / max(1e-6, (own.topRight - own.topLeft).length)
    }

    /// The place on the middle of a line so many columns from the middle of its first one, and the step from there
    /// down by half of the height of capitals.
    func column(_ column: Double, line: Int) -> (middle: Point, down: Point) {
        if let band {
            let points = [0, 0.5].map { rise in
                zone.topLeft + (band.point(column: column, line: Double(line), rise: rise) - origin) * scale
            }
            return (points[0], points[1] - points[0])
        }
        let last = Double(lengths.count - 1)
        let half = Self.capShare / (last + Self.capShare) / 2
        let middle = last == 0 ? 0.5 : half + (1 - 2 * half) * Double(line) / last
        let along = (column + 0.5) / Double(lengths.max() ?? 1)
        let point = zone.point(along: along, down: middle)
        return (point, zone.point(along: along, down: middle + half) - point)
    }
}

extension Quad {
    /// The point so far along the upper and lower edge, and so far down from the one to the other, 0...1.
    fileprivate func point(along: Double, down: Double) -> Point {
        let upper = topLeft + (topRight - topLeft) * along
        let lower = bottomLeft + (bottomRight - bottomLeft) * along
        return upper + (lower - upper) * down
    }
}
