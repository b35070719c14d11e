import NetworkRecognition
import Testing

@Suite("Layers without weights")
struct LayerTests {
    /// Two rows of four places, each holding its own number.
    private var numbered: Activations {
        var picture = Activations(height: 2, width: 4, depth: 1)
        for i in picture.values.indices { picture.values[i] = Float(i) }
        return picture
    }

    @Test("Stacking takes blocks column by column")
    func stacking() {
        let stacked = Stacking(width: 2, height: 2).output(of: numbered)
        #expect((stacked.height, stacked.width, stacked.depth) == (1, 2, 4))
        #expect(stacked.values == [0, 4, 1, 5, 2, 6, 3, 7])
    }

    @Test("Columns and rows that fill no block are left out")
    func remainder() {
        let stacked = Stacking(width: 3, height: 2).output(of: numbered)
        #expect((stacked.height, stacked.width) == (1, 1))
        #expect(stacked.values == [0, 4, 1, 5, 2, 6])
    }

    @Test("A neighbourhood is column by column too, and empty outside")
    func neighbourhood() {
        let output = Neighbourhood(halfWidth: 1, halfHeight: 1).output(of: numbered)
        #expect((output.height, output.width, output.depth) == (2, 4, 9))
        #expect(Array(output.values[..<9]) == [0, 0, 0, 0, 0, 4, 0, 1, 5])
        #expect(Array(output.values[(5 * 9)..<(6 * 9)]) == [0, 4, 0, 1, 5, 0, 2, 6, 0])
    }
}
