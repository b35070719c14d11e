package import Imaging

#if canImport(Glibc)
    import Glibc
#endif

/// Which character cell each member of a chain stands in, by the one pitch that explains their distances.
package struct PitchFit {
    /// The members' places along the chain, in pixels, ascending.
    package let places: [Double]
    /// The index that each of them has in the chain given.
    package let order: [Int]
    /// The cell of each, from 0.
    package let cells: [Int]
    /// Pixels from one cell to the next, on average.
    package let pitch: Double
    /// Root mean square distance of the members from their cell's centre, in pitches, at most 0.5 each.
    package let error: Double
    /// Place along the chain by cell.
    package let curve: PitchCurve
    package let mean: Point
    package let direction: Point
    /// Whether a parabola was not enough.
    package let isBentBothWays: Bool

    /// nil when fewer than five points are given, when they are too uneven for print, or when no pitch fits them.
    package init?(_ points: [Point]) {
        guard points.count >= 5 else { return nil }
        var (mean, direction) = principalAxis(of: points)
        if direction.x < -1e-6 || (abs(direction.x) < 1e-6 && direction.y < 0) { direction = direction * -1 }
        let along = points.map { ($0 - mean).dot(direction) }
        let order = along.indices.sorted { along[$0] < along[$1] }
        let s = order.map { along[$0] }
        let steps = zip(s.dropFirst(), s).map { $0 - $1 }
        let typical = median(steps)
        guard typical > 1 else { return nil }
        let local = steps.count < Self.minSteps ? nil : LocalSteps(steps)
        if let local, local.unevenness >= Self.maxPrintUnevenness { return nil }
        let start = Self.strongestPitch(steps, near: typical)

        // Perspective makes the pitch at one end twice that of the other and more: it is followed from the near end, or
        // from the middle, where it is about the typical one, to either end.
        var counts = [Self.counted(steps, pitch: start, from: 0)]
        let outward = Self.counted(steps, pitch: start, from: steps.count / 2)
        if outward != counts[0] { counts.append(outward) }
        // Perspective changes the pitch along the line: a parabola. A page that is bent both ways needs more.
        let degree = s.count >= 10 ? 2 : 1
        guard let parabolic = Grid.best(.polynomial(degree: degree), of: counts, through: s, pitch: start) else {
            return nil
        }
        let other = local.flatMap {
            Self.notParabolic(s, steps: $0, counts: counts, pitch: start, insteadOf: parabolic)
        }
        let chosen = other ?? parabolic
        isBentBothWays = other?.curve.isSteep == false
        self.places = s
        self.order = order
        self.cells = chosen.cells
        self.pitch = chosen.pitch
        self.error = chosen.error
        self.curve = chosen.curve
        self.mean = mean
        self.direction = direction
    }

    /// The grid of a line that is seen from the side, bent both ways, creased or wavy; nil where `parabolic` will do, or
    /// where nothing else fits well enough.
    ///
    /// - Parameters:
    ///   - s: the places, ascending.
    ///   - steps: between them.
    ///   - counts: the cell of each, counted in one way or another.
    ///   - start: about the pitch.
    private static func notParabolic(
        _ s: [Double], steps: LocalSteps, counts: [[Int]], pitch start: Double, insteadOf parabolic: Grid
    ) -> Grid? {
        let isParabolic = parabolic.usualError < maxParabolic
        guard s.count >= minBent,
            !isParabolic || parabolic.usualError > minDrifting && parabolic.drift(of: s) > maxDrift
        else { return nil }
        let maxError = isParabolic ? maxDrifting : .infinity
        let nearby = steps.unevenness < maxUnevenness ? steps.cells : nil
        let counts = counts + (nearby.map { [$0] } ?? [])
        func grid(_ kind: Grid.Kind) -> Grid? { Grid.best(kind, of: counts, through: s, pitch: start) }
        let bent = grid(.polynomial(degree: bentDegree))
        // A flat page that is seen from the side, unless what is bent both ways fits plainly better.
        if narrows(steps.steps), let steep = grid(.steep), steep.error < min(maxParabolic, maxError),
            steep.error < maxSteepShare * (bent?.error ?? .infinity)
        {
            return steep
        }
        let minError = min(parabolic.error, bent?.error ?? parabolic.error)
        if nearby != nil, let creased = grid(.creased),
            creased.error < min(maxWavy, maxCreasedShare * minError, maxError)
        {
            return creased
        }
        if let bent, bent.error < min(maxParabolic, maxError) { return bent }
        if nearby != nil, let wavy = grid(.wavy), wavy.error < min(maxWavy, maxWavyShare * minError, maxError) {
            return wavy
        }
        return nil
    }

    /// A chain of at least so many members may be bent: it is tried with a polynomial where a parabola misses it.
    static let minBent = 20
    /// The degree of that polynomial.
    package static let bentDegree = 5
    /// A parabola misses a chain where it misses nine in ten of its members by more than this, in pitches. The
    /// polynomial has to miss all of them by less.
    private static let maxParabolic = 0.1
    /// A chain is tried so as well where a parabola misses a few neighbours by more than this, all to one side, as it
    /// does beyond a crease near the end. In pitches.
    private static let maxDrift = 0.12
    /// The others have to stand off by more than this then, in pitches: those few may be no characters.
    private static let minDrifting = 0.03
    /// All have to be met within this then, in pitches.
    private static let maxDrifting = 0.045
    /// What no polynomial fits is taken to be creased or wavy where a crease or waves miss the members by less than
    /// this, in pitches.
    private static let maxWavy = 0.08
    /// A crease has to miss them by less than such a share of what the best polynomial does.
    private static let maxCreasedShare = 0.65
    /// Waves have to miss them by less than such a share of it: strong perspective looks wavy beside a parabola.
    private static let maxWavyShare = 0.5
    /// A flat page that is seen from the side may miss them by such a share of what a polynomial does that is bent both
    /// ways.
    private static let maxSteepShare = 1.2

    /// Whether the steps of one end of a line are plainly larger than those of its other end.
    private static func narrows(_ steps: [Double]) -> Bool {
        let third = steps.count / 3
        let (first, last) = (median(steps.prefix(third)), median(steps.suffix(third)))
        return max(first, last) > minNarrowing * min(first, last)
    }

    private static let minNarrowing = 1.35

    /// The cells of places by one curve, and how well that fits.
    private struct Grid {
        enum Kind {
            case polynomial(degree: Int)
            case steep
            case creased
            case wavy

            func curve(through s: [Double], over columns: [Double], pitch: Double) -> PitchCurve? {
                func smooth(_ degree: Int, rounds: Int) -> Polynomial? {
                    Polynomial(robustlyFitting: s, over: columns, pitch: pitch, degree: degree, rounds: rounds)
                }
                switch self {
                case .polynomial(let degree): return smooth(degree, rounds: 4).map { PitchCurve($0) }
                case .steep:
                    return Perspective(robustlyFitting: s, over: columns, pitch: pitch, rounds: 4).map(PitchCurve.init)
                case .creased: return PitchCurve(creased: s, over: columns, pitch: pitch)
                case .wavy:
                    return smooth(3, rounds: 1).map { PitchCurve($0, through: s, over: columns, pitch: pitch) }
                }
            }
        }

        private(set) var cells: [Int]
        let curve: PitchCurve
        let pitch: Double
        let error: Double
        /// The error without the tenth of the members that stands off most: letters that run together.
        let usualError: Double
        /// - Parameters:
        ///   - s: the places, ascending.
        ///   - counted: the cell of each by the steps between them.
        ///   - start: about the pitch.
        ///   - kind: of the curve.
        init?(_ s: [Double], counted: [Int], pitch start: Double, _ kind: Kind) {
            cells = counted
            var found: PitchCurve?
            // Members off the curve count less; then the cells again by the curve until none changes.
            for _ in 0..<4 {
                guard let fit = kind.curve(through: s, over: cells.map(Double.init), pitch: start) else { return nil }
                found = fit
                guard let nearest = PitchFit.cells(of: s, by: fit, from: cells) else { break }
                if nearest == cells { break }
                cells = nearest
            }
            guard let curve = found else { return nil }
            self.curve = curve
            let slope = cells.reduce(0) { $0 + abs(curve.slope(at: Double($1))) } / Double(s.count)
            guard slope > 1 else { return nil }
            pitch = slope
            let squares = Self.misses(s, of: cells, on: curve, pitch: slope).map { $0 * $0 }.sorted()
            func mean(_ squares: ArraySlice<Double>) -> Double {
                (squares.reduce(0, +) / Double(squares.count)).squareRoot()
            }
            error = mean(squares[...])
            usualError = mean(squares.dropLast(squares.count / 10))
        }

        /// The grid of the given kind with the least error, by whichever of `counts` it comes from.
        static func best(_ kind: Kind, of counts: [[Int]], through s: [Double], pitch start: Double) -> Grid? {
            counts.compactMap { Grid(s, counted: $0, pitch: start, kind) }.min { $0.error < $1.error }
        }

        /// How many members in a row drift.
        private static let row = 4

        /// How far members in a row stand off their cells' centres, all taken together, where they do most; in pitches.
        ///
        /// - Parameter s: the places.
        func drift(of s: [Double]) -> Double {
            let misses = Self.misses(s, of: cells, on: curve, pitch: pitch)
            return misses.indices.dropLast(Self.row - 1).reduce(0) { maxMiss, first in
                max(maxMiss, abs(misses[first..<(first + Self.row)].reduce(0, +)) / Double(Self.row))
            }
        }

        /// How far each place stands off its cell's centre, in pitches, at most 0.5.
        private static func misses(_ s: [Double], of cells: [Int], on curve: PitchCurve, pitch: Double) -> [Double] {
            zip(s, cells).map { max(-0.5, min(0.5, ($0 - curve(Double($1))) / pitch)) }
        }
    }

    /// The cell of each place by the steps between them, from 0; the pitch is followed from step `first` to either end.
    ///
    /// A member that stands between two cells (two letters that run together) would count the next one wrong: that one
    /// is counted from whichever member before it lies the most nearly a whole number of pitches away.
    private static func counted(_ steps: [Double], pitch: Double, from first: Int) -> [Int] {
        func cells(_ steps: some Sequence<Double>) -> [Int] {
            var local = pitch
            // How far back each of the last members stands, in pixels and in cells, the latest one first.
            typealias Member = (distance: Double, cells: Int)
            let start: Member = (0, 0)
            var before = (start, start, start)
            var known = 1
            return steps.map { step in
                var best = (cells: 0, error: Double.infinity)
                func count(from member: Member, back: Int) {
                    guard back < known else { return }
                    let distance = (step + member.distance) / local
                    let whole = distance.rounded()
                    let error = abs(distance - whole) + Double(back) * detour
                    if error < best.error { best = (max(0, Int(whole) - member.cells), error) }
                }
                count(from: before.0, back: 0)
                count(from: before.1, back: 1)
                count(from: before.2, back: 2)
                func further(_ member: Member) -> Member { (member.distance + step, member.cells + best.cells) }
                before = (start, further(before.0), further(before.1))
                known = min(3, known + 1)
                if best.cells == 1 { local = keptPitch * local + followedPitch * step }
                return best.cells
            }
        }
        let all = cells(steps[..<first].reversed()).reversed() + cells(steps[first...])
        return all.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    }

    /// The steps between places as multiples of the pitch there.
    private struct LocalSteps {
        /// In pixels.
        let steps: [Double]
        /// Each in medians of those next to it.
        private let multiples: [Double]
        /// How far they are from whole ones, on average. By chance it is a quarter.
        let unevenness: Double

        /// Steps on either side whose median is the pitch of a step.
        private static let nearby = 4

        init(_ steps: [Double]) {
            self.steps = steps
            multiples = steps.enumerated().map { i, step in
                step / median(steps[max(0, i - Self.nearby)...min(steps.count - 1, i + Self.nearby)])
            }
            unevenness = multiples.reduce(0) { $0 + abs($1 - max(1, $1.rounded())) } / Double(max(1, steps.count))
        }

        /// The cell of each place, from 0.
        var cells: [Int] { multiples.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int(max(1, $1.rounded()))) } }
    }

    /// Steps that are further from whole pitches are no fixed-pitch print. This takes a sixth off a page without a
    /// zone, and of 4,300 others changes the readings of two, neither of them verified otherwise; 0.16 would take off
    /// 0.29, and lose two of 3,000.
    private static let maxPrintUnevenness = 0.2
    /// Steps that are further from them than this are not tried as creased or wavy print.
    private static let maxUnevenness = 0.12
    /// Fewer steps than these tell nothing of it.
    private static let minSteps = 10

    /// How much of the pitch so far is kept from one cell to the next.
    private static let keptPitch = 0.85
    /// How much is taken of the step between them.
    private static let followedPitch = 0.15
    /// What a pitch loses of its agreement for being off the typical one, by the logarithm of their ratio.
    private static let unusualPitch = 0.15

    /// What it costs to count from one member further back, in pitches: the pitch is known to a few hundredths.
    private static let detour = 0.1

    /// The pitch within 15 % of `typical` whose multiples the steps meet best: the peak of their periodogram.
    private static func strongestPitch(_ steps: [Double], near typical: Double) -> Double {
        let waves = StepWaves(steps)
        func strength(_ pitch: Double) -> Double {
            waves.agreement(at: pitch) - unusualPitch * abs(log(pitch / typical))
        }
        // Coarsely, then finely about the peak, which is about 5 % wide.
        var best = typical
        var strongest = 0.0
        for (range, count) in [(0.85...1.18, 17), (-0.02...0.02, 9)] {
            let center = range.lowerBound < 0 ? best : 0
            for k in 0..<count {
                let share = Double(k) / Double(count - 1)
                let pitch = center + typical * (range.lowerBound + (range.upperBound - range.lowerBound) * share)
                let value = strength(pitch)
                if value > strongest {
                    strongest = value
                    best = pitch
                }
            }
        }
        return best
    }

    /// The nearest cell of each place; nil when the curve turns back within the chain.
    private static func cells(of s: [Double], by curve: PitchCurve, from old: [Int]) -> [Int]? {
        guard let low = old.min(), let high = old.max() else { return nil }
        for n in (low - 2)...(high + 2) where curve.slope(at: Double(n)) <= 0 { return nil }
        return s.indices.map { i in
            var n = Double(old[i])
            for _ in 0..<3 {
                let tangent = curve.tangent(at: n)
                n -= (tangent.value - s[i]) / tangent.slope
            }
            n = min(Double(high + 2), max(Double(low - 2), n))
            return n.isFinite ? Int(n.rounded()) : old[i]
        }
    }
}
