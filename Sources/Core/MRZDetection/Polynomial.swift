/// A polynomial of low degree; the abscissa is shifted and scaled so that fits stay stable.
package struct Polynomial {
    private var coefficients: [Double]
    private var middle: Double
    private var scale: Double

    /// The polynomial of `degree` that fits `y` over `x` with least weighted squares; nil when the points do not
    /// determine one.
    package init?(fitting y: [Double], over x: [Double], weights: [Double], degree: Int) {
        guard let low = x.min(), let high = x.max(), x.count > degree else { return nil }
        let middle = (low + high) / 2
        let scale = max(1e-9, (high - low) / 2)
        let order = degree + 1
        let (moments, right) = Self.sums(y, x.lazy.map { ($0 - middle) / scale }, weights, order: order)
        let normal = (0..<(order * order)).map { moments[$0 / order + $0 % order] }
        guard let solution = solveLinear(normal, right) else { return nil }
        coefficients = solution
        self.middle = middle
        self.scale = scale
    }

    /// The weighted sums of the powers of t and of their products with y: every entry of the normal equations is one of them.
    private static func sums(
        _ y: [Double], _ t: some Collection<Double>, _ weights: [Double], order: Int
    ) -> (moments: [Double], right: [Double]) {
        let products = 2 * order - 1
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: products + order) { sums in
            sums.initialize(repeating: 0)
            for (i, t) in t.enumerated() {
                var power = weights[i]
                for k in 0..<order {
                    sums[k] += power
                    sums[products + k] += power * y[i]
                    power *= t
                }
                for k in order..<products {
                    sums[k] += power
                    power *= t
                }
            }
            return (Array(sums[..<products]), Array(sums[products...]))
        }
    }

    /// The polynomial with `coefficients`, lowest first, in `(x - middle) / scale`.
    package init(_ coefficients: [Double], middle: Double = 0, scale: Double = 1) {
        self.coefficients = coefficients
        self.middle = middle
        self.scale = scale
    }

    /// The value at `x`.
    package func callAsFunction(_ x: Double) -> Double {
        let t = (x - middle) / scale
        var value = 0.0
        for c in coefficients.reversed() { value = value * t + c }
        return value
    }

    /// The polynomial p with p(x) = self(-x), or its negative.
    package func reversed(negated: Bool) -> Polynomial {
        var turned = coefficients
        // ((-x) - middle) / scale = -(x + middle) / scale: the odd powers change their sign.
        for k in turned.indices {
            if k % 2 == 1 { turned[k] = -turned[k] }
            if negated { turned[k] = -turned[k] }
        }
        return Polynomial(turned, middle: -middle, scale: scale)
    }

    /// The slope at `x`.
    package func slope(at x: Double) -> Double {
        let t = (x - middle) / scale
        var value = 0.0
        for k in stride(from: coefficients.count - 1, to: 0, by: -1) { value = value * t + coefficients[k] * Double(k) }
        return value / scale
    }
}

/// Solves the square system `matrix · x = right` (row by row) by elimination with pivots; nil when it is singular.
package func solveLinear(_ matrix: consuming [Double], _ right: consuming [Double]) -> [Double]? {
    let n = right.count
    var a = matrix
    var b = right
    for column in 0..<n {
        var pivot = column
        for row in column..<n where abs(a[row * n + column]) > abs(a[pivot * n + column]) { pivot = row }
        guard abs(a[pivot * n + column]) > 1e-12 else { return nil }
        if pivot != column {
            for k in 0..<n { a.swapAt(pivot * n + k, column * n + k) }
            b.swapAt(pivot, column)
        }
        for row in (column + 1)..<max(n, column + 1) {
            let factor = a[row * n + column] / a[column * n + column]
            if factor == 0 { continue }
            for k in column..<n { a[row * n + k] -= factor * a[column * n + k] }
            b[row] -= factor * b[column]
        }
    }
    var x = [Double](repeating: 0, count: n)
    for row in stride(from: n - 1, through: 0, by: -1) {
        var sum = b[row]
        for k in (row + 1)..<max(n, row + 1) { sum -= a[row * n + k] * x[k] }
        x[row] = sum / a[row * n + row]
    }
    return x
}

/// The middle value; of an even count the upper of the two.
package func median(_ values: [Double]) -> Double {
    percentile(values, 0.5)
}

/// The value below which the share `p` (0...1) of `values` lies; 0 of none.
package func percentile(_ values: [Double], _ p: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(p * Double(sorted.count)))]
}
