import Imaging
import MRZDetection
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct PitchCurveTests {
    private static let pitch = 14.0

    /// Places of the characters of a damp page: the pitch is 14 pixels, 16 where it is widest and 12 where it is
    /// narrowest.
    private func place(_ column: Double) -> Double {
        Self.pitch * column + 5 * sin(2 * Double.pi * column / 16)
    }

    private func curve() throws -> PitchCurve {
        let x = (0..<44).map(Double.init)
        let smooth = try #require(
            Polynomial(robustlyFitting: x.map(place), over: x, pitch: Self.pitch, degree: 3, rounds: 1))
        return PitchCurve(smooth, through: x.map(place), over: x, pitch: Self.pitch)
    }

    @Test func followsWhatThePolynomialDoesNot() throws {
        let curve = try curve()
        #expect(curve.isWavy)
        for x in stride(from: 1.0, through: 42, by: 0.25) {
            #expect(abs(curve(x) - place(x)) < 0.1 * Self.pitch, "at \(x)")
            #expect(abs(curve.slope(at: x) - (place(x + 0.5) - place(x - 0.5))) < 0.15 * Self.pitch, "at \(x)")
        }
    }

    /// Places of the characters of a page that is creased before column 17.5: the pitch is 14 pixels, and 9 behind it.
    private func creased(_ column: Double) -> Double {
        Self.pitch * column + 0.02 * column * column - 5 * max(0, column - 17.5)
    }

    private func creasedCurve() throws -> PitchCurve {
        let x = (0..<44).filter { $0 % 7 != 3 }.map(Double.init)
        return try #require(PitchCurve(creased: x.map(creased), over: x, pitch: Self.pitch))
    }

    @Test func followsACrease() throws {
        let curve = try creasedCurve()
        #expect(curve.isWavy)
        for x in stride(from: -5.0, through: 50, by: 0.5) {
            #expect(abs(curve(x) - creased(x)) < 0.15 * Self.pitch, "at \(x)")
        }
    }

    /// A crease has six columns on either side.
    @Test func shortPrintHasNoCrease() {
        for count in [1, 5, 13] {
            let x = (0..<count).map(Double.init)
            #expect(PitchCurve(creased: x.map(creased), over: x, pitch: Self.pitch) == nil)
        }
        #expect(PitchCurve(creased: [], over: [], pitch: Self.pitch) == nil)
    }

    @Test func reversedRunsThroughTheSamePlaces() throws {
        for curve in [try curve(), try creasedCurve()] {
            let reversed = curve.reversed()
            for x in stride(from: -3.0, through: 46, by: 0.5) {
                #expect(abs(reversed(-x) + curve(x)) < 1e-9)
                #expect(abs(reversed.slope(at: -x) - curve.slope(at: x)) < 1e-9 || x == x.rounded(), "at \(x)")
            }
        }
    }

    /// Where the polynomial does as well the curve is the polynomial.
    @Test func evenPrintHasNoWaves() throws {
        let x = (0..<44).map(Double.init)
        let y = x.map { Self.pitch * $0 + 0.02 * $0 * $0 }
        let smooth = try #require(Polynomial(fitting: y, over: x, weights: x.map { _ in 1 }, degree: 3))
        let curve = PitchCurve(smooth, through: y, over: x, pitch: Self.pitch)
        #expect(!curve.isWavy && !PitchCurve(smooth).isWavy)
        #expect(curve(60) == smooth(60) && curve.slope(at: -5) == smooth.slope(at: -5))
    }
}
