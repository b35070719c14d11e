import Imaging

/// A grid fitted to print, with the window of columns that an MRZ would fill; in pixels of the searched picture.
package struct FittedBand {
    package private(set) var shape: BandShape
    package let lines: Int
    package let columns: Int
    /// The column of the shape that is the band's first.
    package let start: Int
    /// Height of the capitals across the lines, in pixels.
    package let capHeight: Double
    package let pitch: Double
    /// The distance from line to line across them, in pixels.
    package let spacing: Double
    /// Larger is more like an MRZ; good ones reach 5 to 10.
    package let score: Double
    /// Marks beside the window, in the lines.
    let outside: Int

    /// The degree of a shape that is fitted to what was read; one of a higher degree follows more than characters tell.
    private static let bend = 3
    /// How high capitals may be, in pitches: 0.95 in OCR-B that is seen straight on, half or 2.7 times that where the
    /// page is turned by 60 and 68 degrees.
    private static let capHeights = 0.45...2.6
    /// What is lower than this share of the typical height is no capital.
    private static let minOfTypical = 0.6
    /// A mark further off its cell's middle counts as this far, in pitches squared.
    private static let maxSquare = 0.25

    /// What a band loses of its score, which is the square root of its cells where all is as it should be.
    private enum Cost {
        /// The cost of each pitch by which the marks miss the middles of their cells, as a share.
        static let error = 2.0
        /// The cost of each mark beside the window.
        static let stray = 0.12
        /// The cost of each pitch by which the capitals are higher or lower than OCR-B's.
        static let height = 3.0
        /// The height of OCR-B's capitals, in pitches.
        static let usualHeight = 0.93
        /// So many pitches above or below that height count at the most.
        static let maxUnusualHeight = 1.0
        /// So many count on a page that is seen from the side: its capitals are as high as they like.
        static let maxUnusualSteepHeight = 0.4
        /// The cost of each pitch by which they are lower than any capitals.
        static let lowness = 10.0
        /// The height of the lowest capitals, in pitches.
        static let minHeight = 0.72
        /// The cost of the deviation of their heights, as a share of the mean, beyond that of print.
        static let unevenness = 6.0
        /// The deviation that print has, as a share of the mean.
        static let usualUnevenness = 0.18
    }

    /// - Parameter counts: how many columns the band may have.
    init?(shape: BandShape, marks: [BandShape.Mark], lines: Int, counts: [Int], blobs: Blobs) {
        guard let window = Self.bestWindow(over: marks, lines: lines, counts: counts) else { return nil }
        columns = window.columns
        start = window.start
        self.lines = lines
        self.shape = shape
        let inside = marks.filter { $0.column >= window.start && $0.column < window.start + window.columns }
        outside = marks.count - inside.count
        let middle = Double(window.start) + Double(window.columns - 1) / 2
        let center = Double(lines - 1) / 2
        let advance = shape.advance(at: middle, line: center)
        pitch = advance.length
        guard pitch > 2 else { return nil }
        let along = advance * (1 / pitch)
        spacing = abs(shape.step(at: middle).cross(along))
        let (heights, squares) = Self.measures(of: inside, in: shape, spacing: spacing, blobs: blobs)
        let typical = percentile(heights, 0.7)
        capHeight = min(max(typical, Self.capHeights.lowerBound * pitch), Self.capHeights.upperBound * pitch)
        let full = heights.filter { $0 > Self.minOfTypical * typical }
        guard full.count > 3 else { return nil }
        let unevenness = coefficientOfVariation(full)
        let coverage = Double(inside.count) / Double(columns * lines)
        let error = (squares / Double(max(1, inside.count))).squareRoot()
        var score = coverage * (1 - Cost.error * error) * Double(columns * lines).squareRoot()
        score -= Cost.stray * Double(outside)
        let maxUnusual = shape.isSteep ? Cost.maxUnusualSteepHeight : Cost.maxUnusualHeight
        score -= Cost.height * min(maxUnusual, abs(capHeight / pitch - Cost.usualHeight))
        score -= Cost.lowness * max(0, Cost.minHeight - typical / pitch)
        score -= Cost.unevenness * max(0, unevenness - Cost.usualUnevenness)
        self.score = score
    }

    /// The columns that an MRZ most likely fills: as many as one of `counts`, from `start`. nil without marks.
    private static func bestWindow(
        over marks: [BandShape.Mark], lines: Int, counts: [Int]
    ) -> (columns: Int, start: Int)? {
        let occupied = BandShape.Mark.columns(of: marks, lines: lines)
        guard let low = marks.map(\.column).min(), let high = marks.map(\.column).max() else { return nil }
        var best = -Double.infinity
        var chosen: (columns: Int, start: Int)?
        for count in counts {
            for start in WindowScore.starts(covering: low, high, columns: count) {
                var value = -WindowScore.cost(lines: lines, columns: count)
                for line in occupied { value += WindowScore.value(of: line, columns: count, from: start) }
                if value > best {
                    best = value
                    chosen = (count, start)
                }
            }
        }
        return chosen
    }

    /// The height of each mark, in pixels at the band's middle, and the sum of the squared distances of all from their
    /// cells' middles, in pitches squared.
    ///
    /// Perspective: heights fall along the line as the spacing of the lines does; the pitch falls faster.
    private static func measures(
        of marks: [BandShape.Mark], in shape: BandShape, spacing: Double, blobs: Blobs
    ) -> (heights: [Double], squares: Double) {
        var heights: [Double] = []
        var squares = 0.0
        for mark in marks {
            let here = shape.advance(at: Double(mark.column), line: Double(mark.line))
            let unit = here * (1 / max(1e-6, here.length))
            let across = Point(x: -unit.y, y: unit.x)
            let down = abs(shape.step(at: Double(mark.column)).cross(unit))
            heights.append(blobs.extent(of: mark.blob, along: across) * spacing / max(1e-6, down))
            let error =
                (shape.point(column: Double(mark.column), line: Double(mark.line)) - mark.point).length / here.length
            squares += min(maxSquare, error * error)
        }
        return (heights, squares)
    }

    /// The same window of another shape; nil where the marks settle none, or the lines are bent both ways.
    ///
    /// - Parameter marks: where characters stand, by the columns and lines of this shape.
    func refitted(to marks: [BandShape.Mark]) -> FittedBand? {
        let middle = Double(start) + Double(columns - 1) / 2
        guard shape.bend <= Self.bend else { return nil }
        let refitted = BandShape(
            marks, lines: lines, bend: Self.bend, pitch: pitch, down: shape.step(at: middle), steep: shape.isSteep)
        return refitted.map {
            var fitted = self
            fitted.shape = $0
            return fitted
        }
    }
}
