import Imaging

#if canImport(Glibc)
    import Glibc
#endif

/// Which character cell each member of a chain stands in, by the one pitch that explains their distances.
struct PitchFit {
    /// The members' places along the chain, in pixels, ascending, and their order in the chain given.
    let places: [Double]
    let order: [Int]
    /// The cell of each, from 0.
    let cells: [Int]
    /// Pixels from one cell to the next, on average.
    let pitch: Double
    /// Root mean square distance of the members from their cell's centre, in pitches, at most 0.5 each.
    let error: Double
    /// Place along the chain by cell.
    let curve: Polynomial
    let mean: Point
    let direction: Point

    /// nil when fewer than five points are given or no pitch fits them.
    init?(_ points: [Point]) {
        guard points.count >= 5 else { return nil }
        var (mean, direction) = principalAxis(of: points)
        if direction.x < -1e-6 || (abs(direction.x) < 1e-6 && direction.y < 0) { direction = direction * -1 }
        let along = points.map { ($0 - mean).dot(direction) }
        let order = along.indices.sorted { along[$0] < along[$1] }
        let s = order.map { along[$0] }
        let steps = zip(s.dropFirst(), s).map { $0 - $1 }
        let typical = median(steps)
        guard typical > 1 else { return nil }
        let start = Self.strongestPitch(steps, near: typical)

        var cells = [0]
        var local = start
        for step in steps {
            let n = max(0, Int((step / local).rounded()))
            cells.append(cells[cells.count - 1] + n)
            if n == 1 { local = 0.85 * local + 0.15 * step }
        }
        // Perspective changes the pitch along the line: a parabola, with members off it counting less, then the cells
        // again by the parabola until they settle.
        let degree = s.count >= 10 ? 2 : 1
        var curve: Polynomial?
        for _ in 0..<4 {
            let n = cells.map(Double.init)
            var weights = [Double](repeating: 1, count: s.count)
            for _ in 0..<4 {
                guard let fit = Polynomial(fitting: s, over: n, weights: weights, degree: degree) else { return nil }
                curve = fit
                for i in s.indices {
                    let r = (s[i] - fit(n[i])) / (0.12 * start)
                    weights[i] = 1 / (1 + r * r)
                }
            }
            guard let fit = curve, let settled = Self.cells(of: s, by: fit, from: cells) else { break }
            if settled == cells { break }
            cells = settled
        }
        guard let curve else { return nil }
        var slope = 0.0
        var squares = 0.0
        for i in s.indices { slope += abs(curve.slope(at: Double(cells[i]))) }
        slope /= Double(s.count)
        guard slope > 1 else { return nil }
        for i in s.indices {
            let r = max(-0.5, min(0.5, (s[i] - curve(Double(cells[i]))) / slope))
            squares += r * r
        }
        self.places = s
        self.order = order
        self.cells = cells
        self.pitch = slope
        self.error = (squares / Double(s.count)).squareRoot()
        self.curve = curve
        self.mean = mean
        self.direction = direction
    }

    /// The pitch within 15 % of `typical` whose multiples the steps meet best: the peak of their periodogram.
    private static func strongestPitch(_ steps: [Double], near typical: Double) -> Double {
        let waves = StepWaves(steps)
        func strength(_ pitch: Double) -> Double { waves.agreement(at: pitch) - 0.15 * abs(log(pitch / typical)) }
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
    private static func cells(of s: [Double], by curve: Polynomial, from old: [Int]) -> [Int]? {
        guard let low = old.min(), let high = old.max() else { return nil }
        for n in (low - 2)...(high + 2) where curve.slope(at: Double(n)) <= 0 { return nil }
        return s.indices.map { i in
            var n = Double(old[i])
            for _ in 0..<3 { n -= (curve(n) - s[i]) / curve.slope(at: n) }
            n = min(Double(high + 2), max(Double(low - 2), n))
            return n.isFinite ? Int(n.rounded()) : old[i]
        }
    }
}
