import NetworkRecognition
import Testing

@Suite("Layers without weights")
struct LayerTests {
    /// Two rows of four places, each holding its own number.
    private var numbered: Activations {
        Activations(height: 2, width: 4, depth: 1) { for i in $0.indices { $0[i] = Float(i) } }
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

    /// What each place of a row sees.
    private func patches(_ field: ReceptiveField, over input: Activations, line: Int) -> [[Float]] {
        var row = [Float](repeating: .nan, count: field.size(of: input))
        row.withUnsafeMutableBufferPointer { field.fill($0, from: input, line: line) }
        return (0..<input.width).map { place in
            let first = place * field.column(of: input)
            return Array(row[first..<(first + field.count * input.depth)])
        }
    }

    @Test("A receptive field is column by column too, and empty outside")
    func receptiveField() {
        let field = ReceptiveField(halfWidth: 1, halfHeight: 1)
        #expect(patches(field, over: numbered, line: 0)[0] == [0, 0, 0, 0, 0, 4, 0, 1, 5])
        #expect(patches(field, over: numbered, line: 1)[1] == [0, 4, 0, 1, 5, 0, 2, 6, 0])
    }

    @Test("Pictures one below the other stay apart")
    func pictures() {
        let two = Activations(pictures: 2, height: 2, width: 4, depth: 1) { for i in $0.indices { $0[i] = Float(i) } }
        let above = numbered
        let below = Activations(height: 2, width: 4, depth: 1) { for i in $0.indices { $0[i] = Float(8 + i) } }
        let stacking = Stacking(width: 2, height: 2)
        let stacked = stacking.output(of: two)
        #expect((stacked.pictures, stacked.height, stacked.width) == (2, 1, 2))
        #expect(stacked.values == stacking.output(of: above).values + stacking.output(of: below).values)
        let field = ReceptiveField(halfWidth: 1, halfHeight: 1)
        for line in 0..<2 {
            #expect(patches(field, over: two, line: line) == patches(field, over: above, line: line))
            #expect(patches(field, over: two, line: line + 2) == patches(field, over: below, line: line))
        }
    }
}
