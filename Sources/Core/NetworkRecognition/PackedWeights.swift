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
        var interleaved = [Int16](repeating: 0, count: (matrix.inputs + 1) / 2 * 2 * width)
        var scales = [Float](repeating: 0, count: width)
        var biases = scales
        for output in 0..<matrix.outputs {
            biases[output] = matrix.rows[matrix.inputs * matrix.outputs + output]
            let weights = (0..<matrix.inputs).map { Double(matrix.rows[$0 * matrix.outputs + output]) }
            let scale = Self.scale(of: weights, step: Double(matrix.steps[output]))
            guard scale > 0 else { continue }
            scales[output] = Float(scale)
            for (input, weight) in weights.enumerated() {
                interleaved[(input / 2 * width + output) * 2 + input % 2] = Int16(
                    (weight / scale).rounded(.toNearestOrEven))
            }
        }
        self.interleaved = interleaved
        self.scales = scales
        self.biases = biases
    }

    /// The scale of one output's weights, which are multiples of `step` if that is not 0.
    private static func scale(of weights: [Double], step: Double) -> Double {
        let largest = weights.reduce(0) { max($0, abs($1)) }
        let sum = weights.reduce(0) { $0 + abs($1) }
        // Each weight may be rounded up by half a step.
        let room = Double(CNETWORK_MOST_WEIGHT) - Double(weights.count) / 2
        return max(step, largest / 32767, sum / room)
    }
}
