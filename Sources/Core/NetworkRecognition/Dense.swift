import CNetwork

/// A layer in which every output of a place sees every feature of that place.
struct Dense: Layer {
    let weights: PackedWeights
    let activation: Activation

    /// What is done to each sum, by the name that the layer has in a model.
    enum Activation: String {
        case tanh = "Tanh"
        case relu = "Relu"
        case logistic = "Logistic"
        case linear = "Linear"
        case softmax = "Softmax"
    }

    init(_ weights: PackedWeights, _ activation: Activation) {
        self.weights = weights
        self.activation = activation
    }

    func output(of input: Activations) -> Activations {
        Activations(pictures: input.pictures, height: input.height, width: input.width, depth: weights.outputs) {
            let output = $0
            input.values.withUnsafeBufferPointer {
                apply(to: $0, step: input.depth, places: input.pictures * input.height * input.width, output)
            }
        }
    }

    /// The outputs of `places` places.
    ///
    /// - Parameters:
    ///   - features: of all places, which may overlap.
    ///   - step: floats from one place's features to the next one's.
    ///   - places: how many there are.
    ///   - output: `places` times `weights.outputs` floats.
    func apply(
        to features: UnsafeBufferPointer<Float>, step: Int, places: Int, _ output: UnsafeMutableBufferPointer<Float>
    ) {
        let start = output.baseAddress
        cnetwork_affine(
            features.baseAddress, step, places, weights.inputs, weights.interleaved, weights.scales, weights.biases,
            weights.outputs, start)
        switch activation {
        case .tanh: cnetwork_tanh(start, output.count)
        case .relu: cnetwork_relu(start, output.count)
        case .logistic: cnetwork_logistic(start, output.count)
        case .linear: break
        case .softmax: cnetwork_softmax(start, places, weights.outputs, weights.used)
        }
    }
}
