import MRZDetection

#if canImport(Glibc)
    import Glibc
#endif

/// Whether the first fillers behind a name lie on smoother paper than the rest of them: a patch without the page's pattern, under
/// which the name may have gone on.
///
/// Only fillers are compared, and only with each other: what a pattern leaves round a character depends on the character.
struct FillerGrounds {
    let isPatched: Bool

    /// What is darker than the paper by so much of the contrast is ink, and so is what lies so near to it, in samples along the
    /// line and down.
    private static let inkShare = 0.35
    private static let nearInk = (along: 1, down: 2)
    /// A cell tells by so many samples that are none.
    private static let minSamples = 25
    /// The fewest fillers on a patch, and behind it: two at the end of a line may have a spot of their own.
    private static let minCells = 2
    private static let minRest = 3
    /// The paper differs by so many times what it varies by on both sides, which is so much at least: logarithms of how far its
    /// light varies in a cell, and of how much it changes from sample to sample. Most cells of the one side are beyond most of the
    /// other as well, and both measures have the step at one place, to so many cells. Of 4,794 documents that are verified without
    /// this one is so, and of 156 with a name whose end is under a patch on patterned paper 30 (`make.py --families grounds`).
    private static let minRatio = 7.0
    private static let minSpread = 0.06
    private static let minMargin = 0.15
    private static let most = 0.85
    private static let maxApart = 2
    /// Light that differs by so much is a shadow's, in which all is smoother.
    private static let maxLightStep = 0.06

    /// - Parameters:
    ///   - samples: what is seen in each cell of a line, in columns of `ColorSample.rises`.
    ///   - between: the same in columns of `ColorSample.risesBetween`.
    ///   - fillers: the columns of the line that follow its name.
    init(of samples: [ColorSample], between: [ColorSample], fillers: Range<Int>) {
        isPatched = Self.isPatched(Self.grounds(of: samples, between: between, columns: fillers))
    }

    /// The paper of a cell.
    private struct Ground {
        /// Logarithms.
        let variation: Double
        let roughness: Double
        let light: Double
    }

    private static func grounds(of samples: [ColorSample], between: [ColorSample], columns: Range<Int>) -> [Ground] {
        let lights = interleaved(samples, between)
        let height = ColorSample.rises.count + ColorSample.risesBetween.count
        let width = lights.count / height
        let all = samples.map(\.light)
        let paper = percentile(all, 0.7)
        let maxInk = paper - inkShare * (paper - percentile(all, 0.02))
        /// Whether a sample is neither ink nor near it.
        func isPaper(_ x: Int, _ y: Int) -> Bool {
            (max(0, x - nearInk.along)...min(width - 1, x + nearInk.along)).allSatisfy { x in
                (max(0, y - nearInk.down)...min(height - 1, y + nearInk.down)).allSatisfy {
                    lights[x * height + $0] >= maxInk
                }
            }
        }
        let across = ColorSample.across.count
        return columns.compactMap { column in
            let own = column * across..<(column + 1) * across
            let papers = own.map { x in (0..<height).map { isPaper(x, $0) } }
            var levels: [Double] = []
            var steps: [Double] = []
            for (place, x) in own.enumerated() {
                for y in 0..<height where papers[place][y] {
                    let level = lights[x * height + y]
                    levels.append(level)
                    if y > 0, papers[place][y - 1] { steps.append(abs(level - lights[x * height + y - 1])) }
                    if place > 0, papers[place - 1][y] { steps.append(abs(level - lights[(x - 1) * height + y])) }
                }
            }
            guard levels.count >= minSamples, !steps.isEmpty else { return nil }
            let (mean, deviation) = meanAndDeviation(of: levels)
            let roughness = steps.reduce(0, +) / Double(steps.count)
            // What varies by less than a level is smooth.
            return Ground(
                variation: log(max(0.3, deviation)), roughness: log(max(0.3, roughness)), light: mean)
        }
    }

    /// The light of all samples of a line, column by column, those of each from above.
    private static func interleaved(_ samples: [ColorSample], _ between: [ColorSample]) -> [Double] {
        let (even, odd) = (ColorSample.rises.count, ColorSample.risesBetween.count)
        return (0..<min(samples.count / even, between.count / odd)).flatMap { x in
            (0..<even + odd).map { y in
                y.isMultiple(of: 2) ? samples[x * even + y / 2].light : between[x * odd + y / 2].light
            }
        }
    }

    private static func isPatched(_ grounds: [Ground]) -> Bool {
        guard let variation = step(in: grounds.map(\.variation)), let roughness = step(in: grounds.map(\.roughness)),
            abs(variation - roughness) <= maxApart
        else { return false }
        func light(_ grounds: ArraySlice<Ground>) -> Double { median(grounds.map(\.light)) }
        let rest = light(grounds[variation...])
        return abs(light(grounds[..<variation]) - rest) <= maxLightStep * rest
    }

    /// How many of the values come before the plainest step up; nil where that is not plain.
    private static func step(in values: [Double]) -> Int? {
        func ratio(_ count: Int) -> Double {
            let (first, rest) = (values[..<count], values[count...])
            let (low, high) = (median(first), median(rest))
            let spread = robustDeviation(of: first.map { $0 - low } + rest.map { $0 - high }, from: 0)
            let size = Double(first.count * rest.count) / Double(values.count)
            return (high - low) / max(minSpread, spread) * size.squareRoot()
        }
        guard values.count >= minCells + minRest else { return nil }
        let steps = (minCells...values.count - minRest).map { (count: $0, ratio: ratio($0)) }
        guard let (count, plainest) = steps.max(by: { $0.ratio < $1.ratio }), plainest > minRatio else { return nil }
        let margin = percentile(values[count...], 1 - most) - percentile(values[..<count], most)
        return margin > minMargin ? count : nil
    }
}
