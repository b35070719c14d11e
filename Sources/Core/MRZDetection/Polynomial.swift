/// A polynomial of low degree; the abscissa is shifted and scaled so that fits stay stable.
package struct Polynomial {
    private var coefficients: [Double]
    private var middle: Double
    private var scale: Double

    /// The polynomial of `degree` that fits `y` over `x` with least weighted squares; nil when the points do not
    /// determine one.
    package init?(fitting y: [Double], over x: [Double], weights: [Double], degree: Int) {
        guard let low = x.min(), let high = x.max(), x.count > degree else { return nil }
        middle = (low + high) / 2
        scale = max(1e-9, (high - low) / 2)
        let order = degree + 1
        var normal = [Double](repeating: 0, count: order * order)
        var right = [Double](repeating: 0, count: order)
        var powers = [Double](repeating: 1, count: order)
        for i in x.indices {
            let t = (x[i] - middle) / scale
            for k in 1..<max(1, order) { powers[k] = powers[k - 1] * t }
            for a in 0..<order {
                right[a] += weights[i] * powers[a] * y[i]
                for b in 0..<order { normal[a * order + b] += weights[i] * powers[a] * powers[b] }
            }
        }
        guard let solution = solveLinear(normal, right) else { return nil }
        coefficients = solution
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
package func solveLinear(_ matrix: [Double], _ right: [Double]) -> [Double]? {
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
