/// The place of every column along a line of print: a polynomial, and by how much the print stands off it where the
/// page is creased or wavy; or a projective map where the page is seen from the side.
package struct PitchCurve {
    private let smooth: Polynomial
    private let crease: Crease?
    private let sway: Sway?
    /// Instead of all of these.
    private let perspective: Perspective?

    private init(_ smooth: Polynomial, crease: Crease? = nil, sway: Sway? = nil, perspective: Perspective? = nil) {
        self.smooth = smooth
        self.crease = crease
        self.sway = sway
        self.perspective = perspective
    }

    init(_ perspective: Perspective) {
        self.init(Polynomial([]), perspective: perspective)
    }

    package init(_ smooth: Polynomial) {
        self.init(smooth, sway: nil)
    }

    /// The curve through `places` of `columns` that stands off `smooth` where all of them near a column do.
    ///
    /// - Parameter pitch: pixels a character, the measure of what stands off.
    package init(_ smooth: Polynomial, through places: [Double], over columns: [Double], pitch: Double) {
        self.init(smooth, sway: Sway(zip(columns, places).map { $1 - smooth($0) }, at: columns, pitch: pitch))
    }

    /// The curve through `places` of `columns` that is a parabola on either side of one column.
    ///
    /// - Parameter pitch: pixels a character, the measure of what stands off.
    /// - Returns: nil of too few columns.
    package init?(creased places: [Double], over columns: [Double], pitch: Double) {
        guard let (smooth, crease) = Crease.fit(places, over: columns, pitch: pitch) else { return nil }
        self.init(smooth, crease: crease)
    }

    /// Whether it is more than the polynomial.
    package var isWavy: Bool { sway != nil || crease != nil }

    /// Whether it is of a line that is seen from the side, more than a parabola follows.
    package var isSteep: Bool { perspective != nil }

    /// The curve c with c(x) = -self(-x).
    package func reversed() -> PitchCurve {
        if let perspective { return PitchCurve(perspective.reversed()) }
        let smooth = smooth.reversed(negated: true)
        guard let crease else { return PitchCurve(smooth, sway: sway?.reversed()) }
        let (reversed, line) = crease.reversed()
        return PitchCurve(smooth.adding(line), crease: reversed, sway: sway?.reversed())
    }

    /// The place of `column`, in pixels.
    package func callAsFunction(_ column: Double) -> Double { tangent(at: column).value }

    /// Pixels from `column` to the next one.
    package func slope(at column: Double) -> Double { tangent(at: column).slope }

    /// The value and the slope at `column`.
    func tangent(at column: Double) -> (value: Double, slope: Double) {
        if let perspective { return perspective.tangent(at: column) }
        var tangent = smooth.tangent(at: column)
        func add(_ offset: (value: Double, slope: Double)?) {
            guard let offset else { return }
            tangent = (tangent.value + offset.value, tangent.slope + offset.slope)
        }
        add(crease?.tangent(at: column))
        add(sway?.tangent(at: column))
        return tangent
    }
}
