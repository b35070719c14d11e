import CNetwork

/// Weights as `CNetwork` multiplies with them: whole numbers of 16 bits, each output's with a scale of its own.
struct PackedWeights {
    let inputs: Int
    /// A multiple of 8; outputs that were added are always 0.
    let outputs: Int
    let interleaved: [Int16]
    let scales: [Float]
    let biases: [Float]

    /// Weights that were stored as bytes stay exactly what they are, of up to 500 inputs at least; others are rounded as
    /// finely as sums of 32 bits allow.
    init(_ matrix: WeightMatrix) {
        let width = (matrix.outputs + 7) / 8 * 8
        inputs = matrix.inputs
        outputs = width
        let biases = matrix.rows[(matrix.inputs * matrix.outputs)...]
        let scales = Self.scales(of: matrix)
        self.biases = Array(biases) + Array(repeating: 0, count: width - matrix.outputs)
        self.scales = scales.map { Float($0) } + Array(repeating: 0, count: width - matrix.outputs)
        let size = (matrix.inputs + 1) / 2 * 2 * width
        interleaved = [Int16](unsafeUninitializedCapacity: size) { interleaved, count in
            interleaved.initialize(repeating: 0)
            count = size
            // Row by row, as they lie in memory: every start packs all networks that it asks.
            matrix.rows.withUnsafeBufferPointer { rows in
                scales.withUnsafeBufferPointer { scales in
                    for input in 0..<matrix.inputs {
                        let from = input * matrix.outputs
                        let to = input / 2 * width * 2 + input % 2
                        for output in 0..<matrix.outputs where scales[output] > 0 {
                            interleaved[to + output * 2] = Int16(
                                (Double(rows[from + output]) / scales[output]).rounded(.toNearestOrEven))
                        }
                    }
                }
            }
        }
    }

    /// The scale of each output's weights, which are multiples of its step if that is not 0; 0 where all are 0.
    private static func scales(of matrix: WeightMatrix) -> [Double] {
        var largest = [Double](repeating: 0, count: matrix.outputs)
        var sums = largest
        matrix.rows.withUnsafeBufferPointer { rows in
            for input in 0..<matrix.inputs {
                for output in 0..<matrix.outputs {
                    let weight = abs(Double(rows[input * matrix.outputs + output]))
                    largest[output] = max(largest[output], weight)
                    sums[output] += weight
                }
            }
        }
        // Each weight may be rounded up by half a step.
        let room = Double(CNETWORK_MOST_WEIGHT) - Double(matrix.inputs) / 2
        return (0..<matrix.outputs).map { max(Double(matrix.steps[$0]), largest[$0] / 32767, sums[$0] / room) }
    }
}
