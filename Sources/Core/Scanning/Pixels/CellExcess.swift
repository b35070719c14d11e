import MRZDetection

/// What the usual cell of a page has of something that is measured in each, and how much more than that no other has.
struct CellExcess {
    let usual: Double
    /// A cell that has more than this above the usual one stands out.
    let limit: Double

    /// - Parameters:
    ///   - cells: what each has, line by line.
    ///   - min: the limit at least.
    ///   - minRatio: the limit in median deviations, on the scale of a standard deviation.
    ///   - minDeviation: those at least.
    init(of cells: [[Double]], min: Double, minRatio: Double, minDeviation: Double) {
        usual = median(cells.joined().map(\.self))
        let usual = usual
        let deviation = max(minDeviation, 1.48 * median(cells.joined().map { abs($0 - usual) }))
        limit = max(min, minRatio * deviation)
    }
}
