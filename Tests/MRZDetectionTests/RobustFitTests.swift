import MRZDetection
import Testing

@Suite struct RobustFitTests {
    @Test func whatStandsOffCountsLess() {
        #expect(RobustFit.weight(distance: 0, pitch: 14) == 1)
        let half = RobustFit.weight(distance: 0.12 * 14, pitch: 14)
        #expect(abs(half - 0.5) < 1e-12)
        #expect(RobustFit.weight(distance: 7, pitch: 14) < 0.06)
        // On either side, and the same in every size.
        #expect(RobustFit.weight(distance: -3, pitch: 14) == RobustFit.weight(distance: 3, pitch: 14))
        #expect(RobustFit.weight(distance: 6, pitch: 28) == RobustFit.weight(distance: 3, pitch: 14))
    }
}
