/// How often values were at most each bound, as Prometheus counts.
package struct Histogram: Sendable {
    private let bounds: [Double]
    private var counts: [Int]
    private var sum = 0.0
    private var total = 0

    /// - Parameter bounds: ascending.
    package init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count)
    }

    package mutating func add(_ value: Double) {
        for (i, bound) in bounds.enumerated() where value <= bound { counts[i] += 1 }
        sum += value
        total += 1
    }

    package func text(_ name: String, _ help: String) -> String {
        var text = "# HELP \(name) \(help)\n# TYPE \(name) histogram\n"
        for (bound, count) in zip(bounds, counts) { text += "\(name)_bucket{le=\"\(bound)\"} \(count)\n" }
        text += "\(name)_bucket{le=\"+Inf\"} \(total)\n\(name)_sum \(sum)\n\(name)_count \(total)\n"
        return text
    }
}
