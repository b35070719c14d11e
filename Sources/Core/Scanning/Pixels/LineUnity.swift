import Imaging
import MRZDetection
import MRZParsing

/// Whether the lines of a band look like one print on one paper.
///
/// Line 1 of one page held over line 2 of another reads as a document that does not exist: nothing in most layouts ties
/// a name to the line below it. What tells is the picture between the lines, and their ink.
struct LineUnity {
    /// The largest step of light between two neighbouring lines along their whole length, as a share of the light
    /// there: a seam, the edge of a page, its shadow; less the third largest, since the rows of a screen step many
    /// times, and less what the light changes by on the lines as well.
    let seam: Double
    /// The contrast of the palest line over that of the darkest, 0...1.
    let contrast: Double
    /// The ink of the thinnest line over that of the boldest, measured on characters that both have, 0...1; 1 where
    /// they share too few.
    let boldness: Double

    /// Places across the gap between two lines at which the light is measured.
    private static let places = 15
    /// Characters that two lines must share before their ink is compared.
    private static let minShared = 4
    /// Half the height of capitals and a little more: from here to the next line's there is nothing but paper.
    private static let reach = 0.66

    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - picture: that it was found in.
    ///   - strips: its lines, plainly cut.
    ///   - lines: what they are read as.
    ///   - inks: of each line the ink in every cell.
    ///   - falls: of each line how the light changes from above it to below it.
    init(
        of band: Band, in picture: GrayImage, strips: [LineStrip], as lines: [MRZLine], inks: [[Double?]],
        falls: [LightFall?]
    ) {
        seam = Self.seam(of: band, in: picture, gains: falls.map { $0?.gain ?? 0 })
        let contrasts = strips.map(\.typicalContrast)
        contrast = (contrasts.min() ?? 1) / max(1e-6, contrasts.max() ?? 1)
        let inks = zip(lines, inks).map { line, inks in
            Dictionary(
                grouping: zip(line.characters, inks).compactMap { character, ink in ink.map { (character, $0) } },
                by: \.0
            ).mapValues { $0.map(\.1) }
        }
        boldness = (1..<max(1, inks.count)).flatMap { a in (0..<a).map { Self.boldness(inks[a], inks[$0]) } }.min() ?? 1
    }

    /// The ink of the one over that of the other line, the smaller over the larger, by the characters that both have.
    private static func boldness(_ a: [MRZCharacter: [Double]], _ b: [MRZCharacter: [Double]]) -> Double {
        var (sumA, sumB, count) = (0.0, 0.0, 0)
        // In one order, so that a picture has the same sums in every run.
        for (character, first) in a.sorted(by: { $0.key < $1.key }) {
            guard let second = b[character] else { continue }
            let shared = min(first.count, second.count)
            sumA += Double(shared) * first.reduce(0, +) / Double(first.count)
            sumB += Double(shared) * second.reduce(0, +) / Double(second.count)
            count += shared
        }
        return count < minShared ? 1 : min(sumA, sumB) / max(sumA, sumB)
    }

    /// The rules of a ground are no darker than this: what is, is a seam. Lines of microprint, of which several lie between
    /// two lines, may be a little darker.
    private static let maxRuled = 0.05
    private static let maxMicroprint = 0.075
    /// What lies outside is of the kind of what lies between two lines where it is so much of that.
    private static let sameKind = 0.6
    /// Light that changes from one line to the next changes on both lines by so much of that, and is much the same so many
    /// places to either side.
    private static let minGain = 0.75
    private static let near = 3
    /// The most of the gap between two lines that their capitals may take at either end: a tenth has to be left.
    private static let maxInset = 0.45

    /// The largest step between two neighbouring lines; none where there is one of the kind above the first line and below
    /// the last one as well: the ground is ruled along the lines.
    ///
    /// - Parameter gains: how much of the light each line gains from the top of its capitals to their foot.
    private static func seam(of band: Band, in picture: GrayImage, gains: [Double]) -> Double {
        /// The largest step of a gap, and the largest that stands alone in it.
        func largest(above line: Int) -> (any: Double, single: Double) {
            let steps = steps(of: band, above: line, in: picture)
            let gain = [line - 1, line].reduce(0) { $0 + abs(gains[min(max($1, 0), gains.count - 1)]) }
            return (steps.map(abs).max() ?? 0, single(of: steps, gain: gain))
        }
        let inner = (1..<max(1, band.lineCount)).map(largest)
        let between = inner.map(\.single).max() ?? 0
        guard between > 0 else { return 0 }
        let outer = [0, band.lineCount].map(largest)
        if between < maxRuled, outer.allSatisfy({ $0.single >= sameKind * between }) { return 0 }
        guard let inmost = inner.map(\.any).max(), inmost < maxMicroprint else { return between }
        // The edge of a page beside the lines is mostly darker.
        return outer.allSatisfy { (sameKind...1 / sameKind).contains($0.any / inmost) } ? 0 : between
    }

    /// The largest of the steps of a gap that stands alone.
    ///
    /// - Parameter gain: how much the light changes on the two lines beside it, taken together.
    private static func single(of steps: [Double], gain: Double) -> Double {
        // Light that changes little by little does so on the lines as well, and the same at each place as near it. Each step
        // is over two places.
        guard gain >= minGain * abs(steps.reduce(0, +)) / 2 else { return largestSingle(of: steps) }
        return largestSingle(
            of: steps.indices.map { place in
                steps[place] - median(Array(steps[max(0, place - near)...min(steps.count - 1, place + near)]))
            })
    }

    /// The steps of light in the gap between a line and the one above it, or where that would be, place by place: those
    /// in most columns at once, as shares of the light. None where there is no gap.
    private static func steps(of band: Band, above line: Int, in picture: GrayImage) -> [Double] {
        let lower = Double(line)
        // Of the gap between two lines what their capitals leave.
        let inset = reach / max(1e-6, band.lineSpacing)
        guard inset < maxInset else { return [] }
        let columns = 2 * band.columnCount
        let levels = (0..<places).map { place -> [Double] in
            let at = lower - 1 + inset + (1 - 2 * inset) * Double(place) / Double(places - 1)
            return (0..<columns).map { picture.light(at: band.point(column: Double($0) / 2 - 0.25, line: at)) }
        }
        let all = levels.flatMap(\.self).sorted()
        let light = max(8, all[all.count / 2])
        // A seam is a step in most columns at once; a pattern steps up in some and down in others.
        return (2..<places).map { place in
            let steps = (0..<columns).map { levels[place][$0] - levels[place - 2][$0] }.sorted()
            let (quarter, half) = (columns / 4, columns / 2)
            let sure =
                steps[quarter] > 0
                ? steps[quarter] : steps[columns - 1 - quarter] < 0 ? -steps[columns - 1 - quarter] : 0
            return (steps[half] < 0 ? -1 : 1) * min(sure * 2, abs(steps[half])) / light
        }
    }

    /// The size of the largest of some steps, less that of the third: a page's edge has one, and its shadow another,
    /// where the rows of a screen have many. What goes on in one direction is one step.
    private static func largestSingle(of steps: [Double]) -> Double {
        var sizes: [Double] = []
        var last = 0.0
        for step in steps {
            if step * last > 0 {
                sizes[sizes.count - 1] = max(sizes[sizes.count - 1], abs(step))
            } else {
                sizes.append(abs(step))
            }
            last = step
        }
        sizes.sort(by: >)
        return sizes.count < 3 ? sizes.first ?? 0 : sizes[0] - sizes[2]
    }
}
