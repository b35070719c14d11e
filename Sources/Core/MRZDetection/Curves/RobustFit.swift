/// Least squares repeated with weights: points that stand off from one fit count less in the next (Cauchy's weights).
package enum RobustFit {
    /// The distance, in pitches, at which a point counts half: the middles of 1 and < stand off by about so much.
    static let half = 0.12

    /// The weight of a point in the next fit.
    ///
    /// - Parameters:
    ///   - distance: from the fit, in pixels.
    ///   - pitch: pixels a character.
    package static func weight(distance: Double, pitch: Double) -> Double {
        let r = distance / (half * pitch)
        return 1 / (1 + r * r)
    }
}
