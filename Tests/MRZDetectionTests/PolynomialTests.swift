import MRZDetection
import Testing

@Suite struct PolynomialTests {
    private static let x = (0..<20).map { Double($0) * 7 + 300 }

    @Test(arguments: 0...5)
    func fitsItsOwnKindExactly(_ degree: Int) throws {
        let truth = Polynomial(Array([4, -2, 0.5, 0.25, -1, 0.125].prefix(degree + 1)), middle: 366, scale: 66)
        let fit = try #require(
            Polynomial(
                fitting: Self.x.map { truth($0) }, over: Self.x, weights: Self.x.map { _ in 1 }, degree: degree))
        for x in stride(from: 280.0, through: 450, by: 5) {
            #expect(abs(fit(x) - truth(x)) < 1e-6 * max(1, abs(truth(x))), "at \(x)")
            #expect(abs(fit.slope(at: x) - (truth(x + 0.01) - truth(x - 0.01)) / 0.02) < 1e-3)
        }
    }

    /// What has no weight does not bend the fit.
    @Test func weightsDecide() throws {
        var y = Self.x.map { 2 * $0 - 5 }
        var weights = Self.x.map { _ in 1.0 }
        y[7] += 900
        weights[7] = 0
        let fit = try #require(Polynomial(fitting: y, over: Self.x, weights: weights, degree: 2))
        #expect(abs(fit(350) - 695) < 1e-6)
    }

    @Test func tooFewPointsFitNothing() {
        #expect(Polynomial(fitting: [1, 2], over: [0, 1], weights: [1, 1], degree: 2) == nil)
        #expect(Polynomial(fitting: [1, 2, 3], over: [5, 5, 5], weights: [1, 1, 1], degree: 1) == nil)
        #expect(Polynomial(fitting: [], over: [], weights: [], degree: 0) == nil)
    }

    @Test(arguments: [false, true])
    func reversedRunsFromTheOtherEnd(_ negated: Bool) {
        let curve = Polynomial([1, 2, -3, 0.5], middle: 10, scale: 4)
        let reversed = curve.reversed(negated: negated)
        for x in [-20.0, -3, 0, 8] { #expect(abs(reversed(x) - (negated ? -1 : 1) * curve(-x)) < 1e-9) }
    }

    @Test func straightLinesAreAdded() {
        let curve = Polynomial([1, 2, -3, 0.5], middle: 10, scale: 4)
        let sum = curve.adding(Polynomial([6, -7], middle: 2, scale: 3))
        for x in [-20.0, -3, 0, 8] { #expect(abs(sum(x) - curve(x) - 6 + 7 * (x - 2) / 3) < 1e-9) }
    }

    /// What stands off counts less with each fit, and the rest decides.
    @Test func robustFitsLeaveOutWhatStandsOff() throws {
        var y = Self.x.map { 2 * $0 - 5 }
        y[7] += 40
        let once = try #require(Polynomial(robustlyFitting: y, over: Self.x, pitch: 7, degree: 1, rounds: 1))
        let often = try #require(Polynomial(robustlyFitting: y, over: Self.x, pitch: 7, degree: 1, rounds: 8))
        #expect(abs(once(350) - 695) > 1 && abs(often(350) - 695) < 0.1)
        let even = Self.x.map { _ in 1.0 }
        let plain = try #require(Polynomial(fitting: y, over: Self.x, weights: even, degree: 1))
        #expect(once(350) == plain(350))
    }

    @Test func linearSystems() {
        // 2y + z = 7, x + y = 3, 3x + z = 6, and the same with twice the right side.
        var right: [Double] = [7, 14, 3, 6, 6, 12]
        #expect(solved([0, 2, 1, 1, 1, 0, 3, 0, 1], &right))
        for side in [0, 1] {
            let (x, y, z) = (right[side], right[2 + side], right[4 + side])
            let factor = Double(side + 1)
            #expect(abs(2 * y + z - 7 * factor) < 1e-9)
            #expect(abs(x + y - 3 * factor) < 1e-9 && abs(3 * x + z - 6 * factor) < 1e-9)
        }
        var none: [Double] = [1, 2]
        #expect(!solved([1, 2, 2, 4], &none))
    }

    private func solved(_ matrix: [Double], _ right: inout [Double]) -> Bool {
        var matrix = matrix
        return matrix.withUnsafeMutableBufferPointer { matrix in
            right.withUnsafeMutableBufferPointer { right in solveLinear(matrix, right) }
        }
    }

    @Test func percentiles() {
        let values = [5.0, 1, 4, 2, 3]
        #expect(percentile(values, 0) == 1 && percentile(values, 1) == 5 && median(values) == 3)
        #expect(median([1, 2]) == 2 && percentile([], 0.5) == 0)
        let many = (0..<97).map { Double($0 * 37 % 23) }
        for p in [0, 0.1, 0.25, 0.5, 0.7, 0.99, 1] {
            #expect(percentile(many, p) == many.sorted()[min(96, Int(p * 97))], "of \(p)")
        }
    }
}
