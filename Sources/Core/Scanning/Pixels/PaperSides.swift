import MRZDetection

/// Whether a page has paper of two tints beside each other: two documents that are joined at a column, or a strip that lies
/// over a line from a column to the edge of the page.
///
/// `PaperPatches` looks for stretches that end within the line. Here one end is all there is; but on either side of it the
/// tint is the same as far as the line goes. Light fades and paper changes little by little, and a shadow changes no tint.
struct PaperSides {
    /// Whether the paper changes at one column in all lines, or in one and not in the next one.
    let areMixed: Bool

    /// The tints on both sides differ by so much of the light, and by so many times what four cells of five are off those of
    /// their side. Of 30 photographs and 2,077 pictures of `Samples/` and `Tests/Honesty` that are verified none is beyond
    /// both; of 250 that an attacker joined of two papers and that were verified 170 are, and 55 of 119 with a strip.
    private static let minStep = 0.045
    private static let minRatio = 6.0
    /// A line against the next one varies more than by itself.
    private static let minRatioBetween = 6.5
    private static let usualShare = 0.8
    /// What the tints of cells vary by at least.
    private static let minSpread = 0.004
    /// Cells that either side has at least, those of which the step may cross one left out.
    private static let minCells = 3
    /// The cells next to the step, so many on either side, have so much of it: it is one and no slope.
    private static let nearest = 4
    private static let minSharpness = 0.7
    /// Cells by which the step of a line may stand beside that of another: pages are turned a little, and tears slant.
    private static let reach = 2
    /// The cosine between the steps of two lines, as changes of both tints.
    private static let minAlike = 0.8

    /// How red some paper is, and how blue.
    private typealias Tint = SIMD2<Double>

    /// - Parameter papers: of the cells of each line, those beyond its ends as well.
    init(of papers: [[Paper]]) {
        let lines = papers.map { line in
            line.dropFirst(ColorSample.margin).dropLast(ColorSample.margin).map { Tint($0.y, $0.z) }
        }
        areMixed = Self.areJoined(lines) || Self.haveStrip(lines)
    }

    /// Whether all lines have the same step at one column, or nearly so.
    private static func areJoined(_ lines: [[Tint]]) -> Bool {
        let all = lines.map { steps(along: $0, minRatio: minRatio) }
        guard let first = all.first else { return false }
        return first.contains { step in
            all.dropFirst().allSatisfy { others in others.contains { $0.isLike(step) } }
        }
    }

    /// A change of the tint.
    private struct Step {
        /// The column of the first cell behind it.
        let place: Int
        let change: Tint

        func isLike(_ other: Step) -> Bool {
            let cosine = (change * other.change).sum() / (change.length * other.change.length)
            return abs(place - other.place) <= reach && cosine > minAlike
        }
    }

    /// Whether a line has a step that the one below it has not, or the other way round.
    private static func haveStrip(_ lines: [[Tint]]) -> Bool {
        zip(lines, lines.dropFirst()).contains { upper, lower in
            !steps(along: zip(upper, lower).map { $0 - $1 }, minRatio: minRatioBetween).isEmpty
        }
    }

    /// Where a line is of two tints.
    private static func steps(along line: [Tint], minRatio: Double) -> [Step] {
        (minCells..<max(minCells, line.count - minCells + 1)).compactMap { place in
            let (left, right) = (line[..<(place - 1)], line[min(place + 1, line.count)...])
            let near = middle(of: right.prefix(nearest)) - middle(of: left.suffix(nearest))
            // Few columns have one, and only then all of the line is of interest.
            guard near.length > minSharpness * minStep else { return nil }
            let (before, behind) = (middle(of: left), middle(of: right))
            let change = behind - before
            let size = change.length
            guard size > minStep, (near * change).sum() >= minSharpness * size * size else { return nil }
            let direction = change / size
            func spread(_ side: ArraySlice<Tint>, from middle: Tint) -> Double {
                percentile(side.map { abs((($0 - middle) * direction).sum()) }, usualShare)
            }
            let usual = max(minSpread, spread(left, from: before), spread(right, from: behind))
            return size > minRatio * usual ? Step(place: place, change: change) : nil
        }
    }

    private static func middle(of tints: ArraySlice<Tint>) -> Tint {
        Tint(median(tints.map(\.x)), median(tints.map(\.y)))
    }
}

extension SIMD2<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }
}
