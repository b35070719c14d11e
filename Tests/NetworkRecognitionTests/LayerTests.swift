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

    @Test("Pictures one below the other stay apart")
    func pictures() {
        var two = Activations(pictures: 2, height: 2, width: 4, depth: 1)
        for i in two.values.indices { two.values[i] = Float(i) }
        let (above, below) = (numbered, Activations(adding: 8, to: numbered))
        let stacking = Stacking(width: 2, height: 2)
        let stacked = stacking.output(of: two)
        #expect((stacked.pictures, stacked.height, stacked.width) == (2, 1, 2))
        #expect(stacked.values == stacking.output(of: above).values + stacking.output(of: below).values)
        let neighbourhood = Neighbourhood(halfWidth: 1, halfHeight: 1)
        let output = neighbourhood.output(of: two)
        #expect(output.pictures == 2)
        #expect(output.values == neighbourhood.output(of: above).values + neighbourhood.output(of: below).values)
    }
}

extension Activations {
    fileprivate init(adding number: Float, to other: Activations) {
        self = other
        for i in values.indices { values[i] += number }
    }
}
