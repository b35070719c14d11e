/// A polynomial, and by how much print stands off it where the page is wavy.
package struct WavyCurve {
    private let smooth: Polynomial
    private let sway: Sway?
    /// The abscissa of one column, from 0.
    private let unit: Double

    package init(_ smooth: Polynomial) {
        self.smooth = smooth
        sway = nil
        unit = 1
    }

    /// The curve through `y` over `x` that stands off `smooth` where all points near a place do.
    ///
    /// - Parameters:
    ///   - unit: what `x` grows by from one column to the next.
    ///   - pitch: pixels a character, the measure of what stands off.
    package init(_ smooth: Polynomial, through y: [Double], over x: [Double], unit: Double, pitch: Double) {
        self.smooth = smooth
        self.unit = unit
        sway = Sway(zip(x, y).map { $1 - smooth($0) }, at: x.map { $0 / unit }, pitch: pitch)
    }

    private init(_ smooth: Polynomial, _ sway: Sway?, unit: Double) {
        self.smooth = smooth
        self.sway = sway
        self.unit = unit
    }

    /// Whether it is more than the polynomial.
    package var isWavy: Bool { sway != nil }

    /// The curve c with c(x) = -self(-x).
    package func reversed() -> WavyCurve {
        WavyCurve(smooth.reversed(negated: true), sway?.reversed(), unit: unit)
    }

    /// The value at `x`.
    package func callAsFunction(_ x: Double) -> Double {
        guard let sway else { return smooth(x) }
        return smooth(x) + sway.tangent(at: x / unit).value
    }

    /// The slope at `x`.
    package func slope(at x: Double) -> Double {
        guard let sway else { return smooth.slope(at: x) }
        return smooth.slope(at: x) + sway.tangent(at: x / unit).slope / unit
    }

    /// The value and the slope at `x`.
    func tangent(at x: Double) -> (value: Double, slope: Double) {
        let tangent = smooth.tangent(at: x)
        guard let sway else { return tangent }
        let offset = sway.tangent(at: x / unit)
        return (tangent.value + offset.value, tangent.slope + offset.slope / unit)
    }
}
