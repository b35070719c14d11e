import CNetwork
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// The kernels for one kind of processor, that this one can run.
struct Kernels: CustomTestStringConvertible {
    let index: Int

    static let all = Array((0...).lazy.prefix { cnetwork_kernels_at($0) != nil }.map(Kernels.init))

    var table: cnetwork_kernels { cnetwork_kernels_at(index).pointee }
    var testDescription: String { String(cString: table.name) }
}

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

    /// Weights as the kernels take them, with their scales.
    private struct Weights {
        let inputs: Int
        let outputs: Int
        var interleaved: [Int16]
        var scales: [Float]
        var biases: [Float]

        /// - Parameter numbers: `inputs + 1` rows of numbers between -1 and 1, the last one the biases.
        init(inputs: Int, outputs: Int, from numbers: [Float]) {
            (self.inputs, self.outputs) = (inputs, outputs)
            interleaved = [Int16](repeating: 0, count: (inputs + 1) / 2 * 2 * outputs)
            let maxNumber = min(Float(CNETWORK_MAX_WEIGHT) / Float(inputs), 32767)
            scales = (0..<outputs).map { Float(1 + $0 % 5) / 4 / maxNumber }
            biases = Array(numbers[(inputs * outputs)...])
            for i in 0..<inputs {
                for o in 0..<outputs {
                    interleaved[(i / 2 * outputs + o) * 2 + i % 2] = Int16(numbers[i * outputs + o] * maxNumber)
                }
            }
        }

        func weight(_ input: Int, _ output: Int) -> Int {
            Int(interleaved[(input / 2 * outputs + output) * 2 + input % 2])
        }
    }

    @Test(
        "Rows times a matrix, for every way in which rows and columns fall into blocks",
        arguments: [1, 2, 3, 4, 9], Kernels.all)
    func affine(rows: Int, kernels: Kernels) {
        for (inputs, outputs) in [(13, 8), (8, 16), (1, 24), (16, 72), (29, 192)] {
            let x = numbers(rows * inputs, seed: 1).map { $0 * 3 }
            let weights = Weights(inputs: inputs, outputs: outputs, from: numbers((inputs + 1) * outputs, seed: 2))
            var y = [Float](repeating: .nan, count: rows * outputs)
            kernels.table.affine(
                x, inputs, rows, inputs, weights.interleaved, weights.scales, weights.biases, outputs, &y)
            for r in 0..<rows {
                let row = x[(r * inputs)..<((r + 1) * inputs)]
                let maxNumber = row.reduce(0) { max($0, abs($1)) }
                let whole = row.map { Int(($0 * (32767 / maxNumber)).rounded(.toNearestOrEven)) }
                for o in 0..<outputs {
                    let sum = whole.indices.reduce(0) { $0 + whole[$1] * weights.weight($1, o) }
                    let expected = Double(sum) * Double(weights.scales[o]) * Double(maxNumber) / 32767
                    #expect(abs(Double(y[r * outputs + o]) - expected - Double(weights.biases[o])) < 1e-5)
                }
            }
        }
    }

    @Test("Rows may overlap", arguments: Kernels.all)
    func overlapping(kernels: Kernels) {
        let x = numbers(20, seed: 9)
        let apart = (0..<5).flatMap { x[(3 * $0)..<(3 * $0 + 8)] }
        let weights = Weights(inputs: 8, outputs: 8, from: numbers(9 * 8, seed: 10))
        var y = [Float](repeating: .nan, count: 5 * 8)
        var expected = y
        kernels.table.affine(x, 3, 5, 8, weights.interleaved, weights.scales, weights.biases, 8, &y)
        kernels.table.affine(apart, 8, 5, 8, weights.interleaved, weights.scales, weights.biases, 8, &expected)
        #expect(y == expected)
    }

    @Test("The largest sums that are allowed stay exact", arguments: Kernels.all)
    func largest(kernels: Kernels) {
        // 2 · 32,767 and 1: what is allowed for one output.
        let interleaved: [Int16] =
            Array(repeating: [32767, 32767], count: 8).flatMap { $0 }
            + Array(repeating: [1, 0], count: 8).flatMap { $0 }
        let scales = [Float](repeating: 1, count: 8)
        let biases = [Float](repeating: 0, count: 8)
        for sign: Float in [1, -1] {
            var y = [Float](repeating: .nan, count: 8)
            kernels.table.affine([sign, sign, sign], 3, 1, 3, interleaved, scales, biases, 8, &y)
            #expect(y.allSatisfy { abs($0 - sign * 65535) < 0.01 })
        }
    }

    @Test(
        "Rows of nothing, and of what is no number, leave the biases",
        arguments: [0, Float.nan, .infinity, 1e35], Kernels.all)
    func noNumbers(value: Float, kernels: Kernels) {
        let weights = Weights(inputs: 11, outputs: 8, from: numbers(12 * 8, seed: 8))
        var y = [Float](repeating: .nan, count: 8)
        kernels.table.affine(
            [Float](repeating: value, count: 11), 11, 1, 11, weights.interleaved, weights.scales, weights.biases, 8, &y)
        #expect(y == weights.biases)
    }

    @Test("Functions of single numbers are within a millionth", arguments: Kernels.all)
    func functions(kernels: Kernels) {
        let x: [Float] = (-400..<400).map { Float($0) / 20 }
        func check(_ kernel: (UnsafeMutablePointer<Float>?, Int) -> Void, _ function: (Double) -> Double) {
            var y = x
            kernel(&y, y.count)
            for (x, y) in zip(x, y) { #expect(abs(Double(y) - function(Double(x))) < 1e-6) }
        }
        check(kernels.table.tanh) { Glibc.tanh($0) }
        check(kernels.table.relu) { max($0, 0) }
        check(kernels.table.logistic) { 1 / (1 + exp(-$0)) }
    }

    @Test("A softmax sums to 1 over its classes and leaves nothing to the others", arguments: Kernels.all)
    func softmax(kernels: Kernels) {
        var y = numbers(3 * 16, seed: 3).map { $0 * 20 }
        let x = y
        kernels.table.softmax(&y, 3, 16, 11)
        for r in 0..<3 {
            let exponentials = (0..<11).map { exp(Double(x[r * 16 + $0])) }
            for c in 0..<11 {
                #expect(abs(Double(y[r * 16 + c]) - exponentials[c] / exponentials.reduce(0, +)) < 1e-6)
            }
            #expect((11..<16).allSatisfy { y[r * 16 + $0] == 0 })
        }
    }

    /// The same layer, written as its definition reads; what a step hands to the next is rounded as the kernels round
    /// it.
    private func memory(
        _ gates: [Float], gate: (Int, Int) -> Int, steps: Int, sequences: Int, cells: Int, weights: Weights
    ) -> [[[Float]]] {
        (0..<sequences).map { q in
            var state = [Float](repeating: 0, count: cells)
            var before = state
            return (0..<steps).map { s in
                let sums = (0..<(4 * cells)).map { c in
                    (0..<cells).reduce(gates[gate(s, q) + c]) {
                        $0 + before[$1] * Float(weights.weight($1, c)) * weights.scales[c]
                    }
                }
                func logistic(_ x: Float) -> Float { 1 / (1 + exp(-x)) }
                for c in 0..<cells {
                    state[c] =
                        state[c] * logistic(sums[2 * cells + c]) + Glibc.tanh(sums[c]) * logistic(sums[cells + c])
                }
                let shown = (0..<cells).map { Glibc.tanh(state[$0]) * logistic(sums[3 * cells + $0]) }
                before = shown.map { ($0 * 32767).rounded(.toNearestOrEven) / 32767 }
                return shown
            }
        }
    }

    @Test("Memory walks forwards, backwards and along several sequences", arguments: [1, 2, 3, 5, 7], Kernels.all)
    func memory(sequences: Int, kernels: Kernels) {
        let (steps, cells) = (6, 8)
        let gates = numbers(steps * sequences * 4 * cells, seed: 4).map { $0 * 2 }
        let weights = Weights(inputs: cells, outputs: 4 * cells, from: numbers((cells + 1) * 4 * cells, seed: 5))
        var scratch = [Float](repeating: 0, count: 24 * cells)
        for backwards in [false, true] {
            let expected = memory(
                gates, gate: { s, q in (q * steps + (backwards ? steps - 1 - s : s)) * 4 * cells }, steps: steps,
                sequences: sequences, cells: cells, weights: weights)
            var out = [Float](repeating: .nan, count: steps * sequences * cells)
            let first = backwards ? steps - 1 : 0
            gates.withUnsafeBufferPointer { gates in
                out.withUnsafeMutableBufferPointer { out in
                    guard let gates = gates.baseAddress, let out = out.baseAddress else { return }
                    let step = backwards ? -1 : 1
                    kernels.table.lstm(
                        gates + first * 4 * cells, step * 4 * cells, steps * 4 * cells, steps, sequences, cells,
                        weights.interleaved, weights.scales, out + first * cells, step * cells, steps * cells, &scratch)
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

    @Test("A summary keeps the last step's output", arguments: Kernels.all)
    func summary(kernels: Kernels) {
        let (steps, sequences, cells) = (5, 3, 8)
        let gates = numbers(steps * sequences * 4 * cells, seed: 6)
        let weights = Weights(inputs: cells, outputs: 4 * cells, from: numbers((cells + 1) * 4 * cells, seed: 7))
        var scratch = [Float](repeating: 0, count: 24 * cells)
        var out = [Float](repeating: 0, count: sequences * cells)
        kernels.table.lstm(
            gates, sequences * 4 * cells, 4 * cells, steps, sequences, cells, weights.interleaved, weights.scales, &out,
            0,
            cells, &scratch)
        let expected = memory(
            gates, gate: { s, q in (s * sequences + q) * 4 * cells }, steps: steps, sequences: sequences, cells: cells,
            weights: weights)
        for q in 0..<sequences {
            for c in 0..<cells { #expect(abs(out[q * cells + c] - expected[q][steps - 1][c]) < 1e-5) }
        }
    }
}
