import CNetwork

/// A layer in which every output of a place sees every feature of that place.
struct Dense: Layer {
    let weights: PackedWeights
    let activation: Activation
    /// Outputs that mean something; the others are 0.
    let outputs: Int

    enum Activation {
        case tanh
        case relu
        case logistic
        case linear
        case softmax
    }

    init(_ weights: WeightMatrix, _ activation: Activation) {
        outputs = weights.outputs
        self.weights = PackedWeights(weights)
        self.activation = activation
    }

    func output(of input: Activations) -> Activations {
        var output = Activations(
            pictures: input.pictures, height: input.height, width: input.width, depth: weights.outputs)
        let places = input.pictures * input.height * input.width
        output.values.withUnsafeMutableBufferPointer { values in
            let start = values.baseAddress
            cnetwork_affine(
                input.values, places, weights.inputs, weights.pairs, weights.units, weights.biases, weights.outputs,
                start)
            switch activation {
            case .tanh: cnetwork_tanh(start, values.count)
            case .relu: cnetwork_relu(start, values.count)
            case .logistic: cnetwork_logistic(start, values.count)
            case .linear: break
            case .softmax: cnetwork_softmax(start, places, weights.outputs, outputs)
            }
        }
        return output
    }
}
