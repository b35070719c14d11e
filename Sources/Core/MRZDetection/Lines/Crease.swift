/// Where a crease parts a line of print: from there on the pitch is another.
struct Crease {
    /// The column at which it is.
    private let column: Double
    /// By how many pixels a column is longer behind it.
    private let turn: Double

    /// On either side of a crease lie at least so many columns.
    private static let minSide = 6.0
    /// A crease is looked for at every third column, and then beside the likeliest one.
    private static let step = 3.0
    /// How often a parabola with a turn is fitted, each time with less weight for members that stand off it.
    private static let rounds = 3
    /// What misses its place by more than half a pitch counts as missing it by that, in pitches squared.
    private static let maxSquare = 0.25
    /// A parabola and a turn.
    private static let order = 4

    /// The parabola that goes on at another slope from a crease on, through `places` of `columns`.
    ///
    /// - Parameter pitch: pixels a character, the measure of what stands off.
    /// - Returns: nil of too few columns.
    static func fit(_ places: [Double], over columns: [Double], pitch: Double) -> (Polynomial, Crease)? {
        guard let low = columns.min(), let high = columns.max(), high - low > 2 * minSide else { return nil }
        let (middle, scale) = ((low + high) / 2, (high - low) / 2)
        let t = columns.map { ($0 - middle) / scale }
        var best: (error: Double, at: Double, solution: [Double])?
        func look(at: Double) {
            guard at >= low + minSide, at <= high - minSide,
                let (solution, error) = fit(places, over: t, turningAt: (at - middle) / scale, pitch: pitch),
                error < best?.error ?? .infinity
            else { return }
            best = (error, at, solution)
        }
        for at in stride(from: low + minSide, through: high - minSide, by: step) { look(at: at) }
        guard let about = best?.at else { return nil }
        for offset in 1..<Int(step) {
            look(at: about - Double(offset))
            look(at: about + Double(offset))
        }
        guard let best else { return nil }
        let parabola = Polynomial(best.solution.dropLast(), middle: middle, scale: scale)
        return (parabola, Crease(column: best.at, turn: best.solution[order - 1] / scale))
    }

    /// The coefficients of a parabola in t and of a turn at one place, and what they miss, in square pitches.
    private static func fit(_ places: [Double], over t: [Double], turningAt at: Double, pitch: Double)
        -> (solution: [Double], error: Double)?
    {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: order * (order + 1)) { scratch in
            let normal = scratch.extracting(..<(order * order))
            let right = scratch.extracting((order * order)...)
            var weights = [Double](repeating: 1, count: t.count)
            var error = 0.0
            for _ in 0..<rounds {
                scratch.initialize(repeating: 0)
                for i in t.indices {
                    let row = (1.0, t[i], t[i] * t[i], max(0, t[i] - at))
                    func add(_ a: Int, _ value: Double) {
                        let weighted = weights[i] * value
                        normal[order * a] += weighted
                        normal[order * a + 1] += weighted * row.1
                        normal[order * a + 2] += weighted * row.2
                        normal[order * a + 3] += weighted * row.3
                        right[a] += weighted * places[i]
                    }
                    add(0, row.0)
                    add(1, row.1)
                    add(2, row.2)
                    add(3, row.3)
                }
                guard solveLinear(normal, right) else { return nil }
                error = 0
                for i in t.indices {
                    let value = right[0] + (right[1] + right[2] * t[i]) * t[i] + right[3] * max(0, t[i] - at)
                    let miss = places[i] - value
                    weights[i] = RobustFit.weight(distance: miss, pitch: pitch)
                    error += min(maxSquare, miss * miss / (pitch * pitch))
                }
            }
            return (Array(right), error)
        }
    }

    /// The value and the slope at `column`: nothing before the crease.
    func tangent(at column: Double) -> (value: Double, slope: Double)? {
        column > self.column ? (turn * (column - self.column), turn) : nil
    }

    /// A crease c and a line l with l(x) + c(x) = -self(-x).
    func reversed() -> (Crease, Polynomial) {
        (Crease(column: -column, turn: -turn), Polynomial([turn * column, turn]))
    }
}
