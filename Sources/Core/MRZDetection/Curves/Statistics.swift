/// The middle value; of an even count the upper of the two.
@inlinable
package func median(_ values: some Collection<Double>) -> Double {
    percentile(values, 0.5)
}

/// The value below which the share `p` (0...1) of `values` lies; 0 of none.
@inlinable
package func percentile(_ values: some Collection<Double>, _ p: Double) -> Double {
    let count = values.count
    guard count > 0 else { return 0 }
    let wanted = min(count - 1, Int(p * Double(count)))
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { scratch in
        _ = scratch.initialize(from: values)
        return selected(wanted, of: scratch)
    }
}

/// The value that is at `wanted` when `values` are in order; they are not, after it.
///
/// A function of its own, which is not inlined: Swift 6.3 reads what a closure returns of temporary memory after it has
/// given that back.
@inline(never) @usableFromInline
func selected(_ wanted: Int, of values: UnsafeMutableBufferPointer<Double>) -> Double {
    var low = 0
    var high = values.count - 1
    // Hoare's selection: the part that holds the wanted place is parted again.
    while low < high {
        let pivot = values[(low + high) / 2]
        var i = low
        var j = high
        while i <= j {
            while values[i] < pivot { i += 1 }
            while values[j] > pivot { j -= 1 }
            if i <= j {
                values.swapAt(i, j)
                i += 1
                j -= 1
            }
        }
        if wanted <= j { high = j } else if wanted >= i { low = i } else { return values[wanted] }
    }
    return values[wanted]
}

/// How far `values` are off `middle`, as a standard deviation: of a normal distribution it is one and a half times the
/// median deviation, on which outliers have no hold.
package func robustDeviation(of values: some Collection<Double>, from middle: Double) -> Double {
    1.5 * median(values.map { abs($0 - middle) })
}

/// The mean and the standard deviation of `values`, of which there is one at least.
package func meanAndDeviation(of values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    return (mean, variance.squareRoot())
}

/// The standard deviation of `values` as a share of their mean.
func coefficientOfVariation(_ values: [Double]) -> Double {
    let (mean, deviation) = meanAndDeviation(of: values)
    return deviation / mean
}
