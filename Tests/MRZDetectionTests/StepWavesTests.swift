import MRZDetection
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct StepWavesTests {
    @Test(arguments: [1, 7, 8, 9, 45]) func wholeMultiplesAgreeWholly(_ count: Int) {
        let steps = (0..<count).map { Double(17 * (1 + $0 % 4)) }
        #expect(abs(StepWaves(steps).agreement(at: 17) - 1) < 1e-5)
    }

    @Test func halvesOfAPitchPointBothWays() {
        #expect(StepWaves([10, 20, 30, 40]).agreement(at: 20) < 1e-5)
    }

    /// The mean unit vector as its definition reads.
    @Test(arguments: [9.7, 12.0, 13.37, 61.0]) func itIsTheLengthOfTheMeanVector(_ pitch: Double) {
        let steps = (0..<29).map { 3 + Double($0 * $0 % 53) * 1.13 }
        let angles = steps.map { 2 * Double.pi * $0 / pitch }
        let x = angles.reduce(0) { $0 + cos($1) }
        let y = angles.reduce(0) { $0 + sin($1) }
        #expect(abs(StepWaves(steps).agreement(at: pitch) - (x * x + y * y).squareRoot() / 29) < 1e-5)
    }
}
