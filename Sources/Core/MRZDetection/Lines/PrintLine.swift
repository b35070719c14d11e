package import Imaging

/// A chain whose members stand in the cells of one pitch: a line of fixed-pitch print.
package struct PrintLine {
    /// Blob indices, in order along the line.
    package var members: [Int]
    /// The cell that each member stands in.
    package var cells: [Int]
    /// The centre of each member, in pixels.
    package var points: [Point]
    /// Unit vector along the line, and the point its places are counted from.
    package private(set) var direction: Point
    package let mean: Point
    /// Places of `points` along `direction`, in pixels.
    private(set) var places: [Double]
    /// Pixels across the line, along `normal`, by place.
    private(set) var bend: Polynomial
    /// Place along the line by cell.
    private var curve: PitchCurve
    package let pitch: Double
    /// Whether the line, or its pitch, is bent both ways.
    package let isBentBothWays: Bool
    /// Whether the pitch is more than a polynomial.
    package var isWavy: Bool { curve.isWavy }
    /// Whether it is seen from the side, so that a parabola does not follow its pitch.
    package var isSteep: Bool { curve.isSteep }
    let error: Double
    /// Distinct cells filled.
    package let filled: Int
    /// Larger for longer, more regular lines; about the number of cells of a good one.
    package let score: Double

    /// A unit vector across the line, `direction` turned clockwise on the screen.
    package var normal: Point { Point(x: -direction.y, y: direction.x) }

    /// Limits that tell characters from other evenly spaced things.
    package struct Limits {
        /// Greatest `PitchFit.error`, in pitches: even spacing alone would give 0.29.
        var error = 0.26
        /// The 75th percentile of the members' diagonals, in pitches, at least. A capital of OCR-B is 0.95 pitch high.
        var minSize = 0.8
        /// The same percentile at most.
        var maxSize = 2.8
        /// That percentile in median steps, before the pitch is known: most of what is no print is told by it.
        var minSizeOfSteps = 0.58
        /// A line of more cells is no line of an MRZ.
        var maxCells = 60
        /// How far a character may stand from the middle of its cell along the line, in pitches.
        var along = 0.28
        /// How far it may stand from it across the line, in pitches.
        var across = 0.4
        /// Past so many cells a line is longer than any MRZ's: no reason to prefer it.
        var enoughCells = 46.0
        /// What an error costs at most, as a share of the score.
        var maxErrorCost = 0.4
        /// The unevenness of sizes that print has, which costs nothing.
        var usualUnevenness = 0.2
        /// What unevenness beyond it costs at most, as a share of the score.
        var maxUnevennessCost = 0.6

        package init() {}
    }

    /// The cell, as a fraction too, at `place` along the line.
    package func cell(at place: Double) -> Double {
        let typical = Double(cells[cells.count / 2])
        var n = typical + (place - curve(typical)) / pitch
        for _ in 0..<3 {
            let (value, slope) = curve.tangent(at: n)
            // Far outside a parabola may turn back; the mean pitch never does.
            guard slope > 0.5 * pitch, slope < 2 * pitch else { return typical + (place - curve(typical)) / pitch }
            n -= (value - place) / slope
        }
        return n
    }

    /// The pitch where it begins over that where it ends: far from 1 where it is seen from the side.
    var narrowing: Double { curve.slope(at: Double(cells[0])) / curve.slope(at: Double(cells[cells.count - 1])) }

    /// Turns the line so that it is run through from its other end.
    package mutating func reverse() {
        direction = direction * -1
        cells = cells.map { -$0 }
        places = places.map { -$0 }
        curve = curve.reversed()
        bend = bend.reversed(negated: true)
    }

    /// nil when the chain is too irregular, too short or of the wrong proportions.
    package init?(_ chain: [Int], of blobs: [Blob], limits: Limits) {
        var unique: [Int] = []
        unique.reserveCapacity(chain.count)
        for member in chain where !unique.contains(member) { unique.append(member) }
        let all = unique.map { blobs[$0].center }
        let step = median(zip(all, all.dropFirst()).map { ($1 - $0).length })
        guard percentile(unique.map { blobs[$0].diagonal }, 0.75) >= limits.minSizeOfSteps * step else { return nil }
        guard let fit = PitchFit(all), fit.error < limits.error else { return nil }
        let normal = Point(x: -fit.direction.y, y: fit.direction.x)
        let ordered = fit.order.map { unique[$0] }
        let across = ordered.map { (blobs[$0].center - fit.mean).dot(normal) }
        guard let (bend, good, isBentBothWays) = Self.bend(across, along: fit, limits: limits) else { return nil }
        self.isBentBothWays = isBentBothWays
        guard good.count >= 6 else { return nil }
        let sizes = good.map { blobs[ordered[$0]].diagonal }
        let relative = percentile(sizes, 0.75) / fit.pitch
        guard relative >= limits.minSize, relative <= limits.maxSize else { return nil }
        members = good.map { ordered[$0] }
        cells = good.map { fit.cells[$0] }
        points = members.map { blobs[$0].center }
        places = good.map { fit.places[$0] }
        // Mostly they ascend.
        let isAscending = zip(cells, cells.dropFirst()).allSatisfy { $0 <= $1 }
        filled = isAscending ? zip(cells, cells.dropFirst()).count { $0 != $1 } + 1 : Set(cells).count
        guard filled <= limits.maxCells else { return nil }
        direction = fit.direction
        mean = fit.mean
        self.bend = bend
        curve = fit.curve
        pitch = fit.pitch
        error = fit.error
        let unevenness = coefficientOfVariation(sizes)
        score =
            min(Double(filled), limits.enoughCells) * (1 - 2 * min(limits.maxErrorCost, error))
            * (1 - min(limits.maxUnevennessCost, max(0, unevenness - limits.usualUnevenness) * 2))
    }

    /// The bend of a line by a polynomial, and the members that stand in their cell and on it; nil where none fits.
    ///
    /// - Parameters:
    ///   - across: how far each member stands off the line, in pixels.
    ///   - fit: their places and cells, in the same order.
    private static func bend(
        _ across: [Double], along fit: PitchFit, limits: Limits
    ) -> (bend: Polynomial, good: [Int], isBentBothWays: Bool)? {
        let even = [Double](repeating: 1, count: across.count)
        func bent(_ degree: Int) -> (bend: Polynomial, good: [Int])? {
            guard let bend = Polynomial(fitting: across, over: fit.places, weights: even, degree: degree) else {
                return nil
            }
            let good = across.indices.filter { i in
                abs(fit.places[i] - fit.curve(Double(fit.cells[i]))) < limits.along * fit.pitch
                    && abs(across[i] - bend(fit.places[i])) < limits.across * fit.pitch
            }
            return (bend, good)
        }
        guard let (bend, good) = bent(across.count >= 12 ? 2 : 1) else { return nil }
        // A page that is bent both ways.
        if across.count >= PitchFit.minBent, good.count * 10 < across.count * 9, let wave = bent(PitchFit.bentDegree),
            wave.good.count * 10 >= across.count * 9
        {
            return (wave.bend, wave.good, true)
        }
        return (bend, good, fit.isBentBothWays)
    }
}
