import CNetwork
import Recognition

/// A layer of long short-term memory that walks along each row, or each column, of each picture that it is given.
struct LongShortTermMemory: Layer {
    /// What the input of a step adds to the four gates, with their biases.
    private let input: PackedWeights
    /// What the output of the step before adds; its biases are not used: the input's are.
    private let before: PackedWeights
    private let cells: Int
    private let direction: Direction
    /// Only the output of the last step is kept.
    private let isSummary: Bool

    enum Direction {
        case rightwards
        case leftwards
        case downwards
    }

    /// - Parameter gates: cell input, input gate, forget gate, output gate; each over the features of a place followed
    ///   by the outputs of the step before.
    /// - Throws: `RecognitionError` with `.modelRefused` for a width that can't be computed here.
    init(gates: [WeightMatrix], inputs: Int, direction: Direction, isSummary: Bool) throws(RecognitionError) {
        cells = gates[0].outputs
        guard gates.allSatisfy({ $0.outputs == gates[0].outputs && $0.inputs == inputs + $0.outputs }) else {
            throw .damagedModel
        }
        guard cells % 8 == 0 else {
            throw RecognitionError(.modelRefused, "The recognition model has layers that are no multiple of 8 wide.")
        }
        let all = WeightMatrix.beside(gates)
        input = PackedWeights(all.keepingInputs(0..<inputs))
        before = PackedWeights(all.keepingInputs(inputs..<(inputs + cells)))
        self.direction = direction
        self.isSummary = isSummary
    }

    func output(of features: Activations) -> Activations {
        let (pictures, height, width) = (features.pictures, features.height, features.width)
        guard pictures > 0, height > 0, width > 0 else {
            return Activations(pictures: pictures, height: height, width: width, depth: cells) { _ in }
        }
        let vertical = direction == .downwards
        let columns = input.outputs
        let places = pictures * height * width
        let gates = [Float](unsafeUninitializedCapacity: places * columns) { buffer, count in
            cnetwork_affine(
                features.values, features.depth, places, input.inputs, input.interleaved, input.scales, input.biases,
                columns,
                buffer.baseAddress)
            count = places * columns
        }
        // The rows of all pictures are walked along together, the columns of one picture at a time.
        let (steps, sequences) = vertical ? (height, width) : (width, pictures * height)
        let walks = vertical ? pictures : 1
        // In places of the picture.
        var (step, sequence) = vertical ? (width, 1) : (1, width)
        let first = direction == .leftwards ? width - 1 : 0
        if direction == .leftwards { step = -1 }
        let outFirst = isSummary ? 0 : first
        let outStep = isSummary ? 0 : step
        let outSequence = isSummary ? 1 : sequence
        let outHeight = vertical && isSummary ? 1 : height
        let outWidth = !vertical && isSummary ? 1 : width
        return Activations(pictures: pictures, height: outHeight, width: outWidth, depth: cells) { out in
            gates.withUnsafeBufferPointer { gates in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: 24 * cells) { scratch in
                    guard let out = out.baseAddress, let gates = gates.baseAddress else { return }
                    for walk in 0..<walks {
                        cnetwork_lstm(
                            gates + (walk * height * width + first) * columns, step * columns, sequence * columns,
                            steps, sequences, cells, before.interleaved, before.scales,
                            out + (walk * outHeight * outWidth + outFirst) * cells, outStep * cells,
                            outSequence * cells, scratch.baseAddress)
                    }
                }
            }
        }
    }
}
