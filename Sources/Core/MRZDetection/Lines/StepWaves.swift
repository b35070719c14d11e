/// Distances from one character to the next as angles on the circle of a pitch: whole multiples of it point the same
/// way.
package struct StepWaves {
    /// The distances, eight at a time; what is missing of the last eight is 0.
    private let steps: [SIMD8<Float>]
    private let count: Int

    /// - Parameter steps: in pixels; at least one.
    package init(_ steps: [Double]) {
        count = steps.count
        self.steps = stride(from: 0, to: steps.count, by: 8).map { first in
            var eight = SIMD8<Float>.zero
            for i in first..<min(first + 8, steps.count) { eight[i - first] = Float(steps[i]) }
            return eight
        }
    }

    /// How well the distances are multiples of `pitch` pixels: the length of their mean unit vector, 0...1.
    package func agreement(at pitch: Double) -> Double {
        let frequency = Float(1 / pitch)
        var cosine = SIMD8<Float>.zero
        var sine = SIMD8<Float>.zero
        for eight in steps {
            let turns = eight * frequency
            // Adding 1.5 * 2^23 rounds to an integer.
            let part = turns - ((turns + 12_582_912) - 12_582_912)
            let half = part * Float.pi
            let square = half * half
            // Of half the angle, which is a right one at most, by Taylor's series: within 1e-6 of sine and cosine.
            let s = half * Self.sum(of: Self.sineTerms, square)
            let c = Self.sum(of: Self.cosineTerms, square)
            cosine += c * c - s * s
            sine += 2 * s * c
        }
        let x = Double(cosine.sum()) - Double(8 * steps.count - count)
        let y = Double(sine.sum())
        return (x * x + y * y).squareRoot() / Double(count)
    }

    private typealias Terms = (Float, Float, Float, Float, Float, Float)
    private static let sineTerms: Terms = (1, -1 / 6, 1 / 120, -1 / 5040, 1 / 362_880, -1 / 39_916_800)
    private static let cosineTerms: Terms = (1, -1 / 2, 1 / 24, -1 / 720, 1 / 40_320, -1 / 3_628_800)

    @inline(__always)
    private static func sum(of terms: Terms, _ x: SIMD8<Float>) -> SIMD8<Float> {
        var sum = x * terms.5 + terms.4
        sum = sum * x + terms.3
        sum = sum * x + terms.2
        sum = sum * x + terms.1
        return sum * x + terms.0
    }
}
