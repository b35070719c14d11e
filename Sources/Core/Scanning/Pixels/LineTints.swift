import MRZDetection

/// Whether the lines of a zone are of two pages, by the tints of their paper and of their ink.
struct LineTints {
    /// Whether the paper or the ink of a line plainly has another tint than that of the line above it: those of one page are
    /// the same in all lines, or change little by little.
    let areMixed: Bool

    /// The darkest samples of a line, this share of all, are not paper.
    private static let inkShare = 0.4
    /// The share at either end of a paper's tints that does not count for how far they vary: half of the rest is a standard
    /// deviation.
    private static let paperEnds = 0.16

    /// Tints that differ by so much of the light, and by so many times what they vary along the lines, are of two
    /// pages. Of 1,412 verified documents none is beyond both, 52 photographs and the levels of `Samples/` among them;
    /// of 282 pages that `Tests/Honesty` put together of two 249 are.
    private static let minStep = 0.03
    private static let minRatio = 2.0
    private static let minSpread = 0.01

    /// Column by column, what varies along the lines cancels: tints that differ by so much there, and by so many times what
    /// they vary by from column to column, are of two pages. Of 1,427 innocent pages and photographs none is beyond both; of
    /// 253 that `Tests/Honesty` put together of two some 240 are.
    private static let minPairedStep = 0.015
    private static let minPairedRatio = 4.0
    /// Tints that change by so much of that from the upper half of a line to its lower one change little by little: where
    /// they do so evenly it is a fifth or more.
    private static let maxDrift = 0.15

    /// So much of what is seen of a line is its ink, and inks differ by so much of the light of the paper where they
    /// are of two pages: of 1,730 verified documents none is beyond 0.031.
    private static let darkestShare = 0.08
    private static let maxInkStep = 0.04

    /// - Parameter lines: what is seen in the cells of each line.
    init(of lines: [[ColorSample]]) {
        let papers = lines.map { Self.paper(of: $0) }
        areMixed =
            Self.arePapersMixed(papers) || Self.areColumnsMixed(lines) || Self.areInksMixed(lines, on: papers)
    }

    /// How red a sample is, and how blue.
    private static let tints: [@Sendable (ColorSample) -> Double] = [{ $0.red }, { $0.blue }]

    /// Whether the darkest samples of two lines, which are of their ink, have different tints, by more than those vary
    /// along the lines. Light of another colour over one of them tints its paper as well.
    private static func areInksMixed(_ lines: [[ColorSample]], on papers: [[ColorSample]]) -> Bool {
        let inks = zip(lines, papers).map { samples, paper -> [(ink: Tint, paper: Double)] in
            let lights = samples.map(\.light)
            let darkest = lights.ranked(Int(darkestShare * Double(samples.count)))
            let light = max(ColorSample.minLight, lights.ranked(samples.count * 3 / 4))
            let cells = samples.filter { $0.light <= darkest }.cells.filter { !$0.isEmpty }
            return tints.map { tint in
                func usual(_ samples: some Collection<ColorSample>) -> Double {
                    median(samples.map { tint($0) * max(ColorSample.minLight, $0.light) / light })
                }
                return (Tint(cells.map(usual), within: paperEnds), usual(paper))
            }
        }
        return inks.indices.contains { a in
            (0..<a).contains { b in
                zip(inks[a], inks[b]).contains { first, second in
                    let step = first.ink.middle - second.ink.middle
                    let maxStep = max(maxInkStep, first.ink.spread, second.ink.spread)
                    return min(abs(step), abs(step - (first.paper - second.paper))) > maxStep
                }
            }
        }
    }

    /// Whether the paper of a line plainly has another tint than that of the line above it.
    private static func arePapersMixed(_ papers: [[ColorSample]]) -> Bool {
        let papers = papers.map { Tints($0, within: paperEnds) }
        return zip(papers, papers.dropFirst()).contains { upper, lower in
            [(upper.red, lower.red), (upper.blue, lower.blue)].contains { a, b in
                let step = abs(a.middle - b.middle)
                return step > minStep && step > minRatio * max(minSpread, a.spread, b.spread)
            }
        }
    }

    /// Whether the paper of a line has another tint than that of the line above it in all columns alike, and neither changes
    /// so from its own upper half to its lower one: light does that, and a camera where it is too bright.
    private static func areColumnsMixed(_ lines: [[ColorSample]]) -> Bool {
        let papers = lines.map(cellPapers)
        return tints.contains { tint in
            let all = papers.map { $0.map { median($0.map(tint)) } }
            return (1..<max(1, lines.count)).contains { line in
                let steps = steps(from: all[line - 1], to: all[line])
                let middle = median(steps)
                let step = abs(middle)
                let deviation = robustDeviation(of: steps, from: middle)
                return step > max(minPairedStep, minPairedRatio * deviation)
                    && [line - 1, line].allSatisfy { drift(within: lines[$0], tint) < maxDrift * step }
            }
        }
    }

    /// How far the tint of the paper changes from the upper half of a line to its lower one.
    private static func drift(within line: [ColorSample], _ tint: (ColorSample) -> Double) -> Double {
        let (upper, lower) = (line.filter { $0.rise < 0 }, line.filter { $0.rise > 0 })
        func usual(_ half: [ColorSample]) -> [Double] { cellPapers(half).map { median($0.map(tint)) } }
        return abs(median(steps(from: usual(upper), to: usual(lower))))
    }

    /// The paper of each cell.
    private static func cellPapers(_ samples: [ColorSample]) -> [[ColorSample]] { samples.cells.map { paper(of: $0) } }

    /// Those of some samples that are no ink.
    private static func paper(of samples: some Collection<ColorSample>) -> [ColorSample] {
        let minLight = samples.map(\.light).ranked(Int(inkShare * Double(samples.count)))
        var paper: [ColorSample] = []
        paper.reserveCapacity(samples.count)
        for sample in samples where sample.light >= minLight { paper.append(sample) }
        return paper
    }

    private static func steps(from upper: [Double], to lower: [Double]) -> [Double] {
        zip(upper, lower).map { $1 - $0 }
    }
}
