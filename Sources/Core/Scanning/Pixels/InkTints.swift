import MRZDetection
import MRZParsing

/// Whether characters are printed in an ink of their own: a page is printed in one.
///
/// Paper of changing colours tints what is measured against it, and light of another colour what is measured by itself. An
/// ink is another one where both say so.
struct InkTints {
    /// The columns of each line whose ink has a tint that few other cells have.
    let odd: [[Int]]
    /// Whether all of a field is in an ink of its own: a name or a date that was printed over what had been there.
    let isFieldOdd: Bool

    /// So much of a cell, the darkest, is ink for certain; what is lighter than so much of the cells round about is paper.
    private static let inkShare = 0.06
    private static let paperRank = 0.6
    /// Ink has so much less light than the paper, and not much less than that of other cells has: in what is paler blur and
    /// the paper have a part.
    private static let minDarkness = 0.2
    private static let minDarknessShare = 0.6

    /// An ink is another one where its tint differs so much from the usual one, as a share of what it takes from the light,
    /// so many times what those of the other cells vary by, and nearly as much from those of the inked cells round about, so
    /// many to either side. Of 4,794 documents that are verified without this one has such a cell, and of 204 with a letter in
    /// another ink 121 (`make.py --families inks`).
    private static let minStep = 0.09
    private static let minRatio = 6.5
    private static let minSpread = 0.016
    private static let minBeside = 0.7
    private static let beside = 4
    /// And by so many levels of 255: what files round, and dark pictures with little between paper and ink, is no tint.
    private static let minLevels = 6.0
    /// Of smaller print it has to differ by more, in proportion: files keep colours of some pixels together. In pixels a
    /// column.
    private static let plainPitch = 20.0
    /// More cells than that, by some three fifths as much, are a pattern, a stamp or a foil.
    private static let maxShare = 0.06
    private static let patternStep = 0.054
    private static let patternRatio = 3.6

    /// The usual ink of a field is another one where its tint differs so much from that of everything else, so many times what
    /// either varies by, and by so many levels. Of 2,107 documents that are verified without this none is beyond all three,
    /// 30 photographs among them; of 15 with a field in an ink of 40 to 70 % of a colour 13 are.
    private static let minFieldStep = 0.06
    private static let minFieldRatio = 3.0
    private static let minFieldLevels = 5.0
    /// Characters that a field must have, and that must stand elsewhere.
    private static let minCharacters = 3
    private static let minOthers = 6

    /// - Parameters:
    ///   - lines: what is seen in the cells of each line.
    ///   - fields: the places of the characters of each field, and of all characters, without fillers.
    ///   - pitch: pixels a column.
    init(of lines: [[ColorSample]], fields: PrintedFields, pitch: Double) {
        let lines = lines.map(Self.inks)
        isFieldOdd = Self.isFieldOdd(fields, in: lines)
        let all = lines.flatMap(\.self)
        let minDarkness = Self.minDarkness(of: all)
        let inked = all.filter { $0.darkness > minDarkness }
        let usual = (0..<Ink.tintCount).map { tint in
            let tints = inked.map { $0.tints[tint] }
            let middle = median(tints)
            return (middle: middle, spread: max(Self.minSpread, robustDeviation(of: tints, from: middle)))
        }
        /// Whether an ink is off the usual one in one of the colours, both by itself and against its paper.
        func isOdd(_ ink: Ink, minStep: Double, minRatio: Double, minLevels: Double) -> Bool {
            Ink.pairs.contains { pair in
                pair.allSatisfy { tint in
                    let step = abs(ink.tints[tint] - usual[tint].middle)
                    return step > max(minStep, minRatio * usual[tint].spread) && step * ink.depth > minLevels
                }
            }
        }
        let minStep = Self.minStep * max(1, Self.plainPitch / max(1, pitch))
        let shifted = inked.count {
            isOdd($0, minStep: Self.patternStep, minRatio: Self.patternRatio, minLevels: 0)
        }
        let isPattern = Double(shifted) > Self.maxShare * Double(inked.count)
        odd = lines.map { line in
            guard !isPattern else { return [] }
            return line.indices.filter { column in
                let ink = line[column]
                guard ink.darkness > minDarkness,
                    isOdd(ink, minStep: minStep, minRatio: Self.minRatio, minLevels: Self.minLevels)
                else { return false }
                let near = max(0, column - Self.beside)...min(line.count - 1, column + Self.beside)
                let others = near.filter { $0 != column && line[$0].darkness > minDarkness }.map { line[$0].tints }
                return others.count < 2
                    || Ink.pairs.contains { pair in
                        pair.allSatisfy { tint in
                            abs(ink.tints[tint] - median(others.map { $0[tint] }))
                                > Self.minBeside * abs(ink.tints[tint] - usual[tint].middle)
                        }
                    }
            }
        }
    }

    /// What of some cells is dark enough to be ink.
    private static func minDarkness(of cells: [Ink]) -> Double {
        max(minDarkness, minDarknessShare * median(cells.map(\.darkness)))
    }

    private static func isFieldOdd(_ fields: PrintedFields, in lines: [[Ink]]) -> Bool {
        func cells(_ places: [MRZPosition]) -> [Ink] { places.map { lines[$0.line][$0.column] } }
        let minDarkness = minDarkness(of: cells(fields.all))
        func inks(_ places: [MRZPosition]) -> [Ink] { cells(places).filter { $0.darkness > minDarkness } }
        return fields.each.contains { field in
            let (own, others) = (inks(field), inks(fields.all.filter { !field.contains($0) }))
            guard own.count >= minCharacters, others.count >= minOthers else { return false }
            let depth = median(own.map(\.depth))
            // Few fields have a step, and only then the lines next to them are of interest.
            lazy var beside = changes(beside: field, in: lines, minDarkness: minDarkness)
            return Ink.pairs.contains { pair in
                pair.allSatisfy { tint in
                    let (first, second) = (own.map { $0.tints[tint] }, others.map { $0.tints[tint] })
                    let (middle, usual) = (median(first), median(second))
                    let spread = max(
                        minSpread, robustDeviation(of: first, from: middle), robustDeviation(of: second, from: usual))
                    func isPlain(_ step: Double) -> Bool {
                        step > max(minFieldStep, minFieldRatio * spread) && step * depth > minFieldLevels
                    }
                    let step = middle - usual
                    return isPlain(abs(step))
                        && beside.allSatisfy { isPlain(abs(step) - max(0, step > 0 ? $0[tint] : -$0[tint])) }
                }
            }
        }
    }

    /// By how much the ink in the columns of a field differs from what stands beside them, in each of the lines next to its own,
    /// fillers among it: foils, and light of another colour, tint what is printed in several lines.
    private static func changes(
        beside field: [MRZPosition], in lines: [[Ink]], minDarkness: Double
    ) -> [[Double]] {
        guard let line = field.first?.line, let first = field.map(\.column).min(),
            let last = field.map(\.column).max()
        else { return [] }
        return [line - 1, line + 1].filter(lines.indices.contains).compactMap { line in
            let inked = lines[line].indices.filter { lines[line][$0].darkness > minDarkness }
            let inside = inked.filter { (first...last).contains($0) }.map { lines[line][$0].tints }
            let outside = inked.filter { !(first...last).contains($0) }.map { lines[line][$0].tints }
            guard min(inside.count, outside.count) >= minCharacters else { return nil }
            return (0..<Ink.tintCount).map { tint in
                median(inside.map { $0[tint] }) - median(outside.map { $0[tint] })
            }
        }
    }

    /// The ink of each cell of a line.
    private static func inks(of samples: [ColorSample]) -> [Ink] {
        let cells = samples.cells
        return cells.indices.map { column in
            let cell = cells[column]
            let near = cells[max(0, column - 1)...min(cells.count - 1, column + 1)].joined()
            let minPaper = percentile(near.map(\.light), paperRank)
            let maxInk = percentile(cell.map(\.light), inkShare)
            return Ink(
                Color(of: cell.filter { $0.light <= maxInk }), on: Color(of: near.filter { $0.light >= minPaper }))
        }
    }

    /// The ink of a cell.
    private struct Ink {
        /// How much of the paper's light it takes, 0...1.
        let darkness: Double
        /// The same in levels, 0...255.
        let depth: Double
        /// How much less red and how much less blue it takes than green, against its paper, and then by itself, as shares of
        /// `darkness`.
        let tints: [Double]

        static let tintCount = 4
        /// Those of one colour.
        static let pairs = [[0, 2], [1, 3]]

        init(_ ink: Color, on paper: Color) {
            let light = max(ColorSample.minLight, paper.light)
            func share(_ color: KeyPath<Color, Double>) -> Double {
                ink[keyPath: color] / max(ColorSample.minLight, paper[keyPath: color])
            }
            let darkness = 1 - share(\.light)
            self.darkness = darkness
            depth = darkness * light
            tints = [
                share(\.red) - share(\.green), share(\.blue) - share(\.green),
                (ink.red - ink.green) / light, (ink.blue - ink.green) / light,
            ].map { $0 / max(0.02, darkness) }
        }
    }

    /// The mean of some samples, 0...255.
    private struct Color {
        let light: Double
        let red: Double
        let green: Double
        let blue: Double

        init(of samples: [ColorSample]) {
            func mean(_ value: (ColorSample) -> Double) -> Double {
                samples.reduce(0) { $0 + value($1) } / Double(max(1, samples.count))
            }
            light = mean(\.light)
            let redder = mean { $0.red * max(ColorSample.minLight, $0.light) }
            let bluer = mean { $0.blue * max(ColorSample.minLight, $0.light) }
            // Luma is made of all three (ITU-R BT.601).
            green = light - 0.299 * redder - 0.114 * bluer
            red = green + redder
            blue = green + bluer
        }
    }
}
