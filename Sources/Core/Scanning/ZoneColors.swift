import Imaging
import MRZParsing

/// The colours of a zone: the tint of the paper under each line, and what in a cell has another one.
///
/// Two pages of one grey that lie edge to edge are one to whoever sees no colour, and so is half a letter under a patch that is
/// as light as the paper.
struct ZoneColors {
    /// Whether the paper under a line plainly has another tint than under the line above it: that of one page is the same
    /// under all lines, or changes little by little.
    let areMixed: Bool
    /// The cells in which something that is no ink has another tint than the paper.
    let covered: [MRZPosition]

    /// Where a cell is looked at: in columns from its middle and in halves of the height of capitals.
    private static let across = stride(from: -0.45, through: 0.45, by: 0.1).map(\.self)
    private static let rises = stride(from: -1.1, through: 1.1, by: 0.2).map(\.self)
    /// The height of capitals over the distance of two lines (ICAO Doc 9303-3, 4.4).
    private static let capShare = 0.61
    /// Of the samples of a line the darkest so many are not paper.
    private static let inkShare = 0.4
    /// The least light that tints are shares of, so that noise in the dark is none.
    private static let minLight = 20.0

    /// Tints that differ by so much of the light, and by so many times what they vary along the lines, are of two pages. Of
    /// 1,412 verified documents none is beyond both, 52 photographs and the levels of `Samples/` among them; of 282 pages that
    /// `Tests/Honesty` put together of two 249 are.
    private static let minStep = 0.03
    private static let minRatio = 2.0
    private static let minSpread = 0.01

    /// What is lighter than so much of the paper is no ink; it has another tint where that differs by so much, and by so many
    /// times what the tints of the line vary …
    private static let paperShare = 0.5
    private static let strange = 0.12
    private static let strangeRatio = 2.5
    private static let minVariation = 0.02
    /// … and covers a cell where so much of it has: of 1,226 verified documents one has such a cell.
    private static let maxStrange = 0.2

    /// What is seen at one point.
    private struct Sample {
        let column: Int
        /// 0...255.
        let light: Double
        /// By how much it is redder and bluer than green, as shares of the light.
        let tints: [Double]
    }

    /// - Parameters:
    ///   - zone: in pixels of `color`.
    ///   - lengths: the characters of each line.
    ///   - gray: the luma of the same picture.
    init(of zone: Quad, lengths: [Int], in color: ColorPlanes, beside gray: GrayImage) {
        let half = Self.capShare / (Double(lengths.count - 1) + Self.capShare) / 2
        let columns = Double(lengths.max() ?? 0)
        let lines = lengths.indices.map { line -> [Sample] in
            let middle = lengths.count == 1 ? 0.5 : half + (1 - 2 * half) * Double(line) / Double(lengths.count - 1)
            return (0..<lengths[line]).flatMap { column in
                Self.across.flatMap { u in
                    Self.rises.map { rise in
                        let point = zone.point(
                            along: (Double(column) + 0.5 + u) / columns, down: middle + rise * half)
                        let light = gray.light(at: point)
                        let green = color.green.light(at: point)
                        return Sample(
                            column: column, light: light,
                            tints: [color.red, color.blue].map {
                                ($0.light(at: point) - green) / max(Self.minLight, light)
                            })
                    }
                }
            }
        }
        let papers = lines.map { samples in
            Self.tints(
                Array(samples.sorted { $0.light < $1.light }.dropFirst(Int(Self.inkShare * Double(samples.count)))),
                within: 0.16)
        }
        areMixed = zip(papers, papers.dropFirst()).contains { upper, lower in
            zip(upper, lower).contains { a, b in
                let step = abs(a.middle - b.middle)
                return step > Self.minStep && step > Self.minRatio * max(Self.minSpread, a.spread, b.spread)
            }
        }
        covered = lines.enumerated().flatMap { line, samples in
            Self.covered(samples).map { MRZPosition(line: line, column: $0) }
        }
    }

    /// The middle of each tint, and half of how far it varies, but for a share at either end.
    private static func tints(_ samples: [Sample], within share: Double) -> [(middle: Double, spread: Double)] {
        (0..<2).map { tint in
            let values = samples.map { $0.tints[tint] }.sorted()
            guard let last = values.indices.last else { return (0, 0) }
            let end = Int(share * Double(last))
            return (values[last / 2], (values[last - end] - values[end]) / 2)
        }
    }

    /// The columns of a line in which something has another tint than its paper.
    private static func covered(_ samples: [Sample]) -> [Int] {
        let levels = samples.map(\.light).sorted()
        guard !levels.isEmpty else { return [] }
        let light = samples.filter { $0.light > paperShare * levels[levels.count * 3 / 4] }
        let usual = tints(light, within: 0.05)
        var counts: [Int: Int] = [:]
        for sample in light {
            let isStrange = zip(sample.tints, usual).contains { tint, usual in
                abs(tint - usual.middle) > max(strange, strangeRatio * max(minVariation, usual.spread))
            }
            if isStrange { counts[sample.column, default: 0] += 1 }
        }
        let least = maxStrange * Double(across.count * rises.count)
        return counts.filter { Double($0.value) > least }.map(\.key).sorted()
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
