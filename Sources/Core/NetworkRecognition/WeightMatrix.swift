import Recognition

/// Weights of a layer: for each output a weight for each input, and a bias.
struct WeightMatrix {
    let inputs: Int
    let outputs: Int
    /// `inputs + 1` rows of `outputs` floats; the last row holds the biases.
    let rows: [Float]
    /// What the weights of each output are multiples of; 0 where they were stored as numbers.
    let steps: [Float]

    /// Reads what Tesseract's `WeightMatrix::Serialize` writes: bytes with a scale for each output, or numbers.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused`.
    init(_ cursor: inout ByteCursor) throws(RecognitionError) {
        let mode = try cursor.integer(UInt8.self)
        // Before version 4 numbers were of single precision and the mode had no such mark.
        guard mode & Self.doubles != 0 else { throw .damagedModel }
        let outputs = try cursor.count(size: 1)
        let width = try cursor.count(size: 1)
        guard outputs > 0, width > 1, outputs <= 4096, width <= 4096 else { throw .damagedModel }
        var rows = [Float](repeating: 0, count: outputs * width)
        var steps = [Float](repeating: 0, count: outputs)
        if mode & Self.bytes != 0 {
            _ = try cursor.integer(Int8.self)
            let weights = try cursor.take(outputs * width)
            // There may be more scales than outputs, for vectors of a processor to be full.
            var scales: [Float] = []
            for _ in 0..<(try cursor.count(size: 8)) { scales.append(Float(try cursor.double())) }
            guard scales.count >= outputs else { throw .damagedModel }
            for (output, scale) in scales.prefix(outputs).enumerated() {
                steps[output] = abs(scale)
                let own = weights.extracting((output * width)..<((output + 1) * width))
                rows.withUnsafeMutableBufferPointer { rows in
                    for input in 0..<width {
                        rows[input &* outputs &+ output] = Float(Int8(bitPattern: own[input])) * scale
                    }
                }
            }
        } else {
            _ = try cursor.double()
            for output in 0..<outputs {
                for input in 0..<width { rows[input * outputs + output] = Float(try cursor.double()) }
            }
        }
        guard rows.allSatisfy(\.isFinite) else { throw .damagedModel }
        inputs = width - 1
        self.outputs = outputs
        self.rows = rows
        self.steps = steps
    }

    init(inputs: Int, outputs: Int, rows: [Float], steps: [Float]) {
        self.inputs = inputs
        self.outputs = outputs
        self.rows = rows
        self.steps = steps
    }

    private static let bytes: UInt8 = 1
    private static let doubles: UInt8 = 128

    /// The outputs of several matrices over the same inputs, side by side.
    static func beside(_ matrices: [WeightMatrix]) -> WeightMatrix {
        let inputs = matrices[0].inputs
        var rows: [Float] = []
        for input in 0...inputs {
            for matrix in matrices {
                rows += matrix.rows[(input * matrix.outputs)..<((input + 1) * matrix.outputs)]
            }
        }
        return WeightMatrix(
            inputs: inputs, outputs: matrices.reduce(0) { $0 + $1.outputs }, rows: rows,
            steps: matrices.flatMap(\.steps))
    }

    /// The matrix with some of its inputs only, and its biases.
    func keepingInputs(_ kept: Range<Int>) -> WeightMatrix {
        WeightMatrix(
            inputs: kept.count, outputs: outputs,
            rows: Array(rows[(kept.lowerBound * outputs)..<(kept.upperBound * outputs)])
                + rows[(inputs * outputs)...], steps: steps)
    }
}
