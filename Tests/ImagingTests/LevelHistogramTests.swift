import Imaging
import Testing

@Suite struct LevelHistogramTests {
    @Test(arguments: [(0.25, 10), (0.26, 20), (0.75, 20), (0.76, 200), (1.0, 200)])
    func shareIsNoLighterThanItsLevel(share: Double, level: Int) {
        #expect(LevelHistogram(of: [200, 20, 10, 20]).level(above: share) == level)
    }

    @Test func countsAreAdded() {
        var first = LevelHistogram()
        first.add(7)
        var sum = LevelHistogram(of: [9, 11])
        sum.add(first)
        let atOnce = LevelHistogram(of: [7, 9, 11])
        for share in [0.3, 0.5, 0.9] { #expect(sum.level(above: share) == atOnce.level(above: share)) }
    }
}
