import CNetwork
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Kernels")
struct KernelTests {
    /// Numbers between -1 and 1 that are the same every time.
    private func numbers(_ count: Int, seed: UInt32) -> [Float] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(state >> 8) / Float(1 << 23) - 1
        }
    }

    @Test("Rows times a matrix, for every way in which rows and columns fall into blocks", arguments: [1, 2, 3, 4, 9])
    func affine(rows: Int) {
        for columns in [8, 16, 24, 72, 192] {
            let inputs = 13
            let x = numbers(rows * inputs, seed: 1)
            let w = numbers((inputs + 1) * columns, seed: 2)
            var y = [Float](repeating: .nan, count: rows * columns)
            cnetwork_affine(x, rows, inputs, w, columns, &y)
            for r in 0..<rows {
                for c in 0..<columns {
                    var sum = w[inputs * columns + c]
                    for i in 0..<inputs { sum += x[r * inputs + i] * w[i * columns + c] }
                    #expect(abs(y[r * columns + c] - sum) < 1e-5)
                }
            }
        }
    }

    @Test("Functions of single numbers are within a millionth")
    func functions() {
        let x: [Float] = (-400..<400).map { Float($0) / 20 }
        func check(_ kernel: (UnsafeMutablePointer<Float>?, Int) -> Void, _ function: (Double) -> Double) {
            var y = x
            kernel(&y, y.count)
            for (x, y) in zip(x, y) { #expect(abs(Double(y) - function(Double(x))) < 1e-6) }
        }
        check(cnetwork_tanh) { Glibc.tanh($0) }
        check(cnetwork_relu) { max($0, 0) }
        check(cnetwork_logistic) { 1 / (1 + exp(-$0)) }
    }

    @Test("A softmax sums to 1 over its classes and leaves nothing to the others")
    func softmax() {
        var y = numbers(3 * 16, seed: 3).map { $0 * 20 }
        let x = y
        cnetwork_softmax(&y, 3, 16, 11)
        for r in 0..<3 {
            let exponentials = (0..<11).map { exp(Double(x[r * 16 + $0])) }
            for c in 0..<11 {
                #expect(abs(Double(y[r * 16 + c]) - exponentials[c] / exponentials.reduce(0, +)) < 1e-6)
            }
            #expect((11..<16).allSatisfy { y[r * 16 + $0] == 0 })
        }
    }

    /// The same layer, written as its definition reads.
    private func memory(
        _ gates: [Float], gate: (Int, Int) -> Int, steps: Int, sequences: Int, cells: Int, w: [Float]
    ) -> [[[Float]]] {
        (0..<sequences).map { q in
            var state = [Float](repeating: 0, count: cells)
            var before = state
            return (0..<steps).map { s in
                let sums = (0..<(4 * cells)).map { c in
                    (0..<cells).reduce(gates[gate(s, q) + c]) { $0 + before[$1] * w[$1 * 4 * cells + c] }
                }
                func logistic(_ x: Float) -> Float { 1 / (1 + exp(-x)) }
                for c in 0..<cells {
                    state[c] =
                        state[c] * logistic(sums[2 * cells + c]) + Glibc.tanh(sums[c]) * logistic(sums[cells + c])
                }
                before = (0..<cells).map { Glibc.tanh(state[$0]) * logistic(sums[3 * cells + $0]) }
                return before
            }
        }
    }

    @Test("Memory walks forwards, backwards and along several sequences", arguments: [1, 2, 3, 5, 7])
    func memory(sequences: Int) {
        let (steps, cells) = (6, 8)
        let gates = numbers(steps * sequences * 4 * cells, seed: 4).map { $0 * 2 }
        let w = numbers(cells * 4 * cells, seed: 5)
        var scratch = [Float](repeating: 0, count: 20 * cells)
        for backwards in [false, true] {
            let expected = memory(
                gates, gate: { s, q in (q * steps + (backwards ? steps - 1 - s : s)) * 4 * cells }, steps: steps,
                sequences: sequences, cells: cells, w: w)
            var out = [Float](repeating: .nan, count: steps * sequences * cells)
            let first = backwards ? steps - 1 : 0
            gates.withUnsafeBufferPointer { gates in
                out.withUnsafeMutableBufferPointer { out in
                    guard let gates = gates.baseAddress, let out = out.baseAddress else { return }
                    let step = backwards ? -1 : 1
                    cnetwork_lstm(
                        gates + first * 4 * cells, step * 4 * cells, steps * 4 * cells, steps, sequences, cells, w,
                        out + first * cells, step * cells, steps * cells, &scratch)
                }
            }
            for q in 0..<sequences {
                for s in 0..<steps {
                    let place = q * steps + (backwards ? steps - 1 - s : s)
                    for c in 0..<cells { #expect(abs(out[place * cells + c] - expected[q][s][c]) < 1e-5) }
                }
            }
        }
    }

    @Test("A summary keeps the last step's output")
    func summary() {
        let (steps, sequences, cells) = (5, 3, 8)
        let gates = numbers(steps * sequences * 4 * cells, seed: 6)
        let w = numbers(cells * 4 * cells, seed: 7)
        var scratch = [Float](repeating: 0, count: 20 * cells)
        var out = [Float](repeating: 0, count: sequences * cells)
        cnetwork_lstm(
            gates, sequences * 4 * cells, 4 * cells, steps, sequences, cells, w, &out, 0, cells, &scratch)
        let expected = memory(
            gates, gate: { s, q in (s * sequences + q) * 4 * cells }, steps: steps, sequences: sequences, cells: cells,
            w: w)
        for q in 0..<sequences {
            for c in 0..<cells { #expect(abs(out[q * cells + c] - expected[q][steps - 1][c]) < 1e-5) }
        }
    }
}
