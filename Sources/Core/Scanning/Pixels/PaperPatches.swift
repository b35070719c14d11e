import MRZDetection

/// Whether a stretch of a line lies on a paper of its own: a sticker over some characters, or a piece of another page.
///
/// Shadows, creases and patterns change the paper from cell to cell as well. But they seldom change it at once, keep it so over
/// some cells, and take the whole change back at once, in light and in both tints alike.
struct PaperPatches {
    /// Whether the paper of the plainest stretch is plainly another.
    let isPatched: Bool

    /// The papers at both ends of a stretch differ by so much in light, as a share, or in a tint, and by so many times what
    /// one pair in twenty of neighbouring cells differs by. Of 269 verified documents, 152 of them of `Samples/`, one is beyond both.
    private static let minStep = 0.025
    private static let minRatio = 5.0
    private static let usualRank = 0.95
    /// What neighbouring cells differ by at least, in light and in the two tints.
    private static let minSpreads = Paper(0.008, 0.006, 0.006)
    /// The steps at both ends are opposite, and neither is so many times the other.
    private static let minOpposite = 0.9
    private static let maxUnlike = 1.8
    /// Nine in ten cells of the stretch differ from nine in ten of the cells beside it, so many to either side, by so much of
    /// the step. What lies beside it is the median of so many cells.
    private static let minMargin = 0.4
    private static let beside = 6
    private static let nearest = 3
    private static let ends = 0.1

    /// - Parameter papers: of the cells of each line, those beyond its ends as well.
    init(of papers: [[Paper]]) {
        let steps = papers.map { line in (1..<line.count).map { line[$0] - line[$0 - 1] } }
        // Those within the lines.
        let inner = steps.flatMap { $0.dropFirst(ColorSample.margin).dropLast(ColorSample.margin) }
        var spreads = Self.minSpreads
        for channel in spreads.indices {
            spreads[channel] = max(spreads[channel], percentile(inner.map { abs($0[channel]) }, Self.usualRank))
        }
        isPatched = zip(papers, steps).contains { papers, steps in
            Self.isPatched(papers.map { $0 / spreads }, steps: steps, spreads: spreads)
        }
    }

    /// - Parameters:
    ///   - papers: of the cells of a line, in what neighbours differ by.
    ///   - steps: from each of them to the next, as they are.
    private static func isPatched(_ papers: [Paper], steps: [Paper], spreads: Paper) -> Bool {
        // From the one into the first cell of the line to the one out of its last.
        let places = steps.indices.dropFirst(ColorSample.margin - 1).dropLast(ColorSample.margin - 1)
        let plain = places.filter { steps[$0].largest > minStep && (steps[$0] / spreads).length > minRatio }
        return plain.contains { first in
            plain.contains { last in
                guard last > first else { return false }
                let (up, down) = (steps[first] / spreads, steps[last] / spreads)
                let (rise, fall) = (up.length, down.length)
                guard max(rise, fall) <= maxUnlike * min(rise, fall),
                    -(up * down).sum() >= minOpposite * rise * fall
                else { return false }
                return differs(papers, from: first, to: last, by: (up - down) / 2)
            }
        }
    }

    /// Whether the cells between two steps differ from those on either side.
    private static func differs(_ papers: [Paper], from first: Int, to last: Int, by step: Paper) -> Bool {
        let direction = step / step.length
        func along(_ range: Range<Int>) -> [Double] { papers[range].map { ($0 * direction).sum() } }
        let inside = along(first + 1..<last + 1)
        let left = along(max(1, first + 1 - beside)..<first + 1)
        let right = along(last + 1..<min(papers.count - 1, last + 1 + beside))
        let (before, behind) = (median(left.suffix(nearest)), median(right.prefix(nearest)))
        let raised = inside.enumerated().map { place, value in
            let share = (Double(place) + 0.5) / Double(inside.count)
            return value - before * (1 - share) - behind * share
        }
        let others = left.map { $0 - before } + right.map { $0 - behind }
        return percentile(raised, ends) - percentile(others, 1 - ends) > minMargin * step.length
    }
}

extension SIMD3<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }
    fileprivate var largest: Double { Swift.max(abs(x), abs(y), abs(z)) }
}
