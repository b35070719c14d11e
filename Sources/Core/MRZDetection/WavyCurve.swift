/// The place of every column along a line of print: a polynomial, and by how much the print stands off it where the page is
/// wavy.
package struct WavyCurve {
    private let smooth: Polynomial
    private let sway: Sway?

    private init(_ smooth: Polynomial, _ sway: Sway?) {
        self.smooth = smooth
        self.sway = sway
    }

    package init(_ smooth: Polynomial) {
        self.init(smooth, nil)
    }

    /// The curve through `places` of `columns` that stands off `smooth` where all of them near a column do.
    ///
    /// - Parameter pitch: pixels a character, the measure of what stands off.
    package init(_ smooth: Polynomial, through places: [Double], over columns: [Double], pitch: Double) {
        self.init(smooth, Sway(zip(columns, places).map { $1 - smooth($0) }, at: columns, pitch: pitch))
    }

    /// Whether it is more than the polynomial.
    package var isWavy: Bool { sway != nil }

    /// The curve c with c(x) = -self(-x).
    package func reversed() -> WavyCurve {
        WavyCurve(smooth.reversed(negated: true), sway?.reversed())
    }

    /// The place of `column`, in pixels.
    package func callAsFunction(_ column: Double) -> Double {
        guard let sway else { return smooth(column) }
        return smooth(column) + sway.tangent(at: column).value
    }

    /// Pixels from `column` to the next one.
    package func slope(at column: Double) -> Double {
        guard let sway else { return smooth.slope(at: column) }
        return smooth.slope(at: column) + sway.tangent(at: column).slope
    }

    /// The value and the slope at `column`.
    func tangent(at column: Double) -> (value: Double, slope: Double) {
        let tangent = smooth.tangent(at: column)
        guard let sway else { return tangent }
        let offset = sway.tangent(at: column)
        return (tangent.value + offset.value, tangent.slope + offset.slope)
    }
}
