import BridgeServer
import Testing

@Suite struct HistogramTests {
    @Test func cumulative() {
        var histogram = Histogram(bounds: [0.5, 1])
        for value in [0.25, 0.5, 0.75, 2] { histogram.add(value) }
        #expect(
            histogram.text("t", "Help.") == """
                # HELP t Help.
                # TYPE t histogram
                t_bucket{le="0.5"} 2
                t_bucket{le="1.0"} 3
                t_bucket{le="+Inf"} 4
                t_sum 3.5
                t_count 4

                """)
    }
}
