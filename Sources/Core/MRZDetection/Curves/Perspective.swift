/// The place of every column along a straight line that is seen from the side: a projective map of the line onto itself,
/// s(n) = (a n + b) / (c n + 1). The pitch may fall to a third along a line, where a parabola no longer follows.
struct Perspective {
    private var a: Double
    private var b: Double
    private var c: Double
    /// n is (column - middle) / scale, so that fits stay stable.
    private var middle: Double
    private var scale: Double

    /// The denominator at the ends of what was fitted: beyond this the line runs off behind the lens.
    private static let minDenominator = 0.25

    /// The map that fits `places` over `columns` by least squares, repeated with weights: points that stand off from one
    /// fit count less in the next.
    ///
    /// - Parameter pitch: pixels a character, the measure of what stands off.
    /// - Returns: nil where the points do not determine one.
    init?(robustlyFitting places: [Double], over columns: [Double], pitch: Double, rounds: Int) {
        guard let low = columns.min(), let high = columns.max(), high > low, columns.count > 3 else { return nil }
        var map = Perspective(a: 0, b: 0, c: 0, middle: (low + high) / 2, scale: (high - low) / 2)
        let t = columns.map { ($0 - map.middle) / map.scale }
        var weights = [Double](repeating: 1, count: t.count)
        for _ in 0..<rounds {
            // (a t + b) - c t s = s, of which the error is that of s times the denominator.
            var normal = [Double](repeating: 0, count: 9)
            var right = [Double](repeating: 0, count: 3)
            for i in t.indices {
                let terms = (t[i], 1.0, -t[i] * places[i])
                let weighted = (weights[i] * terms.0, weights[i], weights[i] * terms.2)
                normal[0] += weighted.0 * terms.0
                normal[1] += weighted.0
                normal[2] += weighted.0 * terms.2
                normal[4] += weighted.1
                normal[5] += weighted.1 * terms.2
                normal[8] += weighted.2 * terms.2
                right[0] += weighted.0 * places[i]
                right[1] += weighted.1 * places[i]
                right[2] += weighted.2 * places[i]
            }
            (normal[3], normal[6], normal[7]) = (normal[1], normal[2], normal[5])
            let isSolved = normal.withUnsafeMutableBufferPointer { normal in
                right.withUnsafeMutableBufferPointer { solveLinear(normal, $0) }
            }
            guard isSolved else { return nil }
            (map.a, map.b, map.c) = (right[0], right[1], right[2])
            guard 1 - abs(map.c) > Self.minDenominator else { return nil }
            for i in t.indices {
                let denominator = 1 + map.c * t[i]
                let distance = places[i] - (map.a * t[i] + map.b) / denominator
                weights[i] = RobustFit.weight(distance: distance, pitch: pitch) / (denominator * denominator)
            }
        }
        self = map
    }

    private init(a: Double, b: Double, c: Double, middle: Double, scale: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.middle = middle
        self.scale = scale
    }

    /// The map m with m(x) = -self(-x).
    func reversed() -> Perspective { Perspective(a: a, b: -b, c: -c, middle: -middle, scale: scale) }

    /// The value and the slope at `column`; where the line runs off behind the lens it goes straight on.
    func tangent(at column: Double) -> (value: Double, slope: Double) {
        let t = (column - middle) / scale
        let lastDenominator = Self.minDenominator / 2
        // The last place from which it is followed.
        let last = c == 0 ? t : (lastDenominator - 1) / c
        let followed = c > 0 ? max(t, last) : c < 0 ? min(t, last) : t
        let denominator = 1 + c * followed
        let value = (a * followed + b) / denominator
        let slope = (a - b * c) / (denominator * denominator)
        return (value + slope * (t - followed), slope / scale)
    }
}
