import Imaging
import MRZDetection
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct WavyCurveTests {
    private static let pitch = 14.0

    /// Places of the characters of a damp page: the pitch is 14 pixels, 16 where it is widest and 12 where it is narrowest.
    private func place(_ column: Double) -> Double {
        Self.pitch * column + 5 * sin(2 * Double.pi * column / 16)
    }

    private func curve() throws -> WavyCurve {
        let x = (0..<44).map(Double.init)
        let smooth = try #require(
            Polynomial(robustlyFitting: x.map(place), over: x, pitch: Self.pitch, degree: 3, rounds: 1))
        return WavyCurve(smooth, through: x.map(place), over: x, pitch: Self.pitch)
    }

    @Test func followsWhatThePolynomialDoesNot() throws {
        let curve = try curve()
        #expect(curve.isWavy)
        for x in stride(from: 1.0, through: 42, by: 0.25) {
            #expect(abs(curve(x) - place(x)) < 0.1 * Self.pitch, "at \(x)")
            #expect(abs(curve.slope(at: x) - (place(x + 0.5) - place(x - 0.5))) < 0.15 * Self.pitch, "at \(x)")
        }
    }

    @Test func reversedRunsThroughTheSamePlaces() throws {
        let curve = try curve()
        let reversed = curve.reversed()
        for x in stride(from: -3.0, through: 46, by: 0.5) {
            #expect(abs(reversed(-x) + curve(x)) < 1e-9)
            #expect(abs(reversed.slope(at: -x) - curve.slope(at: x)) < 1e-9 || x == x.rounded(), "at \(x)")
        }
    }

    /// Where the polynomial does as well the curve is the polynomial.
    @Test func evenPrintHasNoWaves() throws {
        let x = (0..<44).map(Double.init)
        let y = x.map { Self.pitch * $0 + 0.02 * $0 * $0 }
        let smooth = try #require(Polynomial(fitting: y, over: x, weights: x.map { _ in 1 }, degree: 3))
        let curve = WavyCurve(smooth, through: y, over: x, pitch: Self.pitch)
        #expect(!curve.isWavy && !WavyCurve(smooth).isWavy)
        #expect(curve(60) == smooth(60) && curve.slope(at: -5) == smooth.slope(at: -5))
    }
}
