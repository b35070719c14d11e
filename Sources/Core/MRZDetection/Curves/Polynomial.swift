/// A polynomial of the fifth degree at most; the abscissa is shifted and scaled so that fits stay stable.
package struct Polynomial {
    /// Lowest first; 0 above the degree. Not an array: lines and bands are copied often, and so are their polynomials.
    private var coefficients: (Double, Double, Double, Double, Double, Double)
    private var middle: Double
    private var scale: Double

    private static let maxCount = 6

    /// The polynomial of `degree` that fits `y` over `x` with least weighted squares; nil when the points do not
    /// determine one.
    package init?(fitting y: [Double], over x: [Double], weights: [Double], degree: Int) {
        self.init(fitting: y, over: x, weights: weights, degree: degree, rounds: 1) { _, _ in }
    }

    /// The polynomial of `degree` that fits `y` over `x` by least squares repeated with weights: points that stand off
    /// from one fit count less in the next.
    ///
    /// - Parameter pitch: pixels a character, the measure of what stands off.
    package init?(robustlyFitting y: [Double], over x: [Double], pitch: Double, degree: Int, rounds: Int) {
        let even = [Double](repeating: 1, count: x.count)
        self.init(fitting: y, over: x, weights: even, degree: degree, rounds: rounds) { weight, distance in
            weight = RobustFit.weight(distance: distance, pitch: pitch)
        }
    }

    /// Fits `rounds` times; `reweigh` is given each point's weight and its distance from the last fit.
    @inline(__always)
    private init?(
        fitting y: [Double], over x: [Double], weights: [Double], degree: Int, rounds: Int,
        _ reweigh: (_ weight: inout Double, _ distance: Double) -> Void
    ) {
        guard var low = x.first, x.count > degree else { return nil }
        var high = low
        for value in x {
            low = min(low, value)
            high = max(high, value)
        }
        let count = x.count
        var fit = Polynomial([], middle: (low + high) / 2, scale: max(1e-9, (high - low) / 2))
        let isFitted = withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { scratch in
            let t = scratch.extracting(..<count)
            let changed = scratch.extracting(count...)
            for i in 0..<count {
                t[i] = (x[i] - fit.middle) / fit.scale
                changed[i] = weights[i]
            }
            for round in 0..<rounds {
                guard fit.fit(y, over: UnsafeBufferPointer(t), weights: UnsafeBufferPointer(changed), degree: degree)
                else { return false }
                if round < rounds - 1 { for i in 0..<count { reweigh(&changed[i], y[i] - fit.value(t[i])) } }
            }
            return true
        }
        guard isFitted else { return nil }
        self = fit
    }

    /// The weighted sums of the powers of t, and of their products with y: every entry of the normal equations is one
    /// of them.
    private mutating func fit(
        _ y: [Double], over t: UnsafeBufferPointer<Double>, weights: UnsafeBufferPointer<Double>, degree: Int
    ) -> Bool {
        let order = degree + 1
        let products = 2 * order - 1
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: products + order + order * order) { scratch in
            let moments = scratch.extracting(..<products)
            let right = scratch.extracting(products..<(products + order))
            let normal = scratch.extracting((products + order)...)
            scratch.initialize(repeating: 0)
            for i in 0..<t.count {
                var power = weights[i]
                for k in 0..<order {
                    moments[k] += power
                    right[k] += power * y[i]
                    power *= t[i]
                }
                for k in order..<products {
                    moments[k] += power
                    power *= t[i]
                }
            }
            for row in 0..<order { for column in 0..<order { normal[row * order + column] = moments[row + column] } }
            guard solveLinear(normal, right) else { return false }
            self = Polynomial(right, middle: middle, scale: scale)
            return true
        }
    }

    /// The polynomial with `coefficients`, lowest first, in `(x - middle) / scale`; six at most.
    package init(_ coefficients: some Collection<Double>, middle: Double = 0, scale: Double = 1) {
        precondition(coefficients.count <= Self.maxCount)
        self.coefficients = (0, 0, 0, 0, 0, 0)
        self.middle = middle
        self.scale = scale
        var rest = coefficients.makeIterator()
        self.coefficients.0 = rest.next() ?? 0
        self.coefficients.1 = rest.next() ?? 0
        self.coefficients.2 = rest.next() ?? 0
        self.coefficients.3 = rest.next() ?? 0
        self.coefficients.4 = rest.next() ?? 0
        self.coefficients.5 = rest.next() ?? 0
    }

    /// The value at `x`.
    package func callAsFunction(_ x: Double) -> Double { value((x - middle) / scale) }

    @inline(__always)
    private func value(_ t: Double) -> Double {
        let c = coefficients
        let upper = (c.5 * t + c.4) * t + c.3
        return ((upper * t + c.2) * t + c.1) * t + c.0
    }

    /// The polynomial p with p(x) = self(-x), or its negative.
    package func reversed(negated: Bool) -> Polynomial {
        // ((-x) - middle) / scale = -(x + middle) / scale: the odd powers change their sign.
        let even = negated ? -1.0 : 1
        let c = coefficients
        return Polynomial(
            [even * c.0, -even * c.1, even * c.2, -even * c.3, even * c.4, -even * c.5], middle: -middle, scale: scale)
    }

    /// The sum of this and a straight line in x.
    package func adding(_ line: Polynomial) -> Polynomial {
        let c = coefficients
        return Polynomial(
            [c.0 + line(middle), c.1 + line.slope(at: middle) * scale, c.2, c.3, c.4, c.5], middle: middle, scale: scale
        )
    }

    /// The slope at `x`.
    package func slope(at x: Double) -> Double { slope((x - middle) / scale) }

    @inline(__always)
    private func slope(_ t: Double) -> Double {
        let c = coefficients
        let upper = (c.5 * 5 * t + c.4 * 4) * t + c.3 * 3
        return ((upper * t + c.2 * 2) * t + c.1) / scale
    }

    /// The value and the slope at `x`.
    func tangent(at x: Double) -> (value: Double, slope: Double) {
        let t = (x - middle) / scale
        return (value(t), slope(t))
    }
}

/// Solves the square system `matrix · x = right` (row by row) by elimination with pivots; false when it is singular.
///
/// - Parameters:
///   - matrix: used up.
///   - right: of each row one number, or as many as there are systems with this matrix; the solutions afterwards.
package func solveLinear(_ matrix: UnsafeMutableBufferPointer<Double>, _ right: UnsafeMutableBufferPointer<Double>)
    -> Bool
{
    var n = 1
    while n * n < matrix.count { n += 1 }
    let sides = right.count / n
    for column in 0..<n {
        var pivot = column
        for row in column..<n where abs(matrix[row * n + column]) > abs(matrix[pivot * n + column]) { pivot = row }
        guard abs(matrix[pivot * n + column]) > 1e-12 else { return false }
        if pivot != column {
            for k in 0..<n { matrix.swapAt(pivot * n + k, column * n + k) }
            for side in 0..<sides { right.swapAt(pivot * sides + side, column * sides + side) }
        }
        for row in (column + 1)..<max(n, column + 1) {
            let factor = matrix[row * n + column] / matrix[column * n + column]
            if factor == 0 { continue }
            for k in column..<n { matrix[row * n + k] -= factor * matrix[column * n + k] }
            for side in 0..<sides { right[row * sides + side] -= factor * right[column * sides + side] }
        }
    }
    for side in 0..<sides {
        for row in stride(from: n - 1, through: 0, by: -1) {
            var sum = right[row * sides + side]
            for k in (row + 1)..<max(n, row + 1) { sum -= matrix[row * n + k] * right[k * sides + side] }
            right[row * sides + side] = sum / matrix[row * n + row]
        }
    }
    return true
}
