import Recognition

/// Reads a network, layer after layer, as Tesseract's `Network::Serialize` and its overrides write it.
struct NetworkParser {
    private(set) var layers: [any Layer] = []
    /// Rows of the input.
    private(set) var height = 0
    /// Columns of the input for one of the output.
    private(set) var stride = 1
    /// Rows and features of what the layers so far give: what the next one has to be made for.
    private(set) var rows = 0
    private(set) var features = 1
    /// What the dense layer that comes next looks at, if it is a convolution.
    private(set) var receptiveField: ReceptiveField?

    /// What every layer begins with.
    private struct Header {
        let type: String
        let flags: Int32
        let inputs: Int
        let outputs: Int

        init(_ cursor: inout ByteCursor) throws(RecognitionError) {
            // A type by number would be of the days before Tesseract 4.
            guard try cursor.integer(Int8.self) == 0 else { throw .damagedModel }
            type = try cursor.string()
            _ = try cursor.take(2)
            flags = try cursor.integer()
            inputs = Int(try cursor.integer(Int32.self))
            outputs = Int(try cursor.integer(Int32.self))
            _ = try cursor.integer(Int32.self)
            _ = try cursor.string()
            guard (0...4096).contains(inputs), (0...4096).contains(outputs) else { throw .damagedModel }
        }
    }

    /// The other layers that Tesseract knows.
    private static let others: Set = [
        "Maxpool", "Parallel", "Replicated", "ParBidiLSTM", "DepParUDLSTM", "Par2dLSTM", "TTBRev", "LSTMSoftmax",
        "LSTMBinarySoftmax", "TensorFlow",
    ]
    /// Learning rates for single layers follow.
    private static let ownRates: Int32 = 64

    /// - Parameter depth: layers around this one.
    mutating func layer(
        _ cursor: inout ByteCursor, depth: Int, direction: LongShortTermMemory.Direction = .rightwards
    ) throws(RecognitionError) {
        guard depth < 16 else { throw .damagedModel }
        let header = try Header(&cursor)
        if let activation = Dense.Activation(rawValue: header.type) {
            return try dense(&cursor, header, activation)
        }
        // The weights of a convolution follow its receptive field at once.
        guard receptiveField == nil else { throw .damagedModel }
        switch header.type {
        case "Input": try input(&cursor)
        case "Series": try children(&cursor, header, depth: depth, direction: direction)
        case "RTLReversed": try children(&cursor, header, depth: depth, direction: .leftwards)
        case "XYTranspose": try children(&cursor, header, depth: depth, direction: .downwards)
        case "Reconfig":
            let width = Int(try cursor.integer(Int32.self))
            let height = Int(try cursor.integer(Int32.self))
            guard (1...64).contains(width), (1...64).contains(height) else { throw .damagedModel }
            stride = try Self.product(stride, width)
            rows /= height
            features = try Self.product(features, width * height)
            layers.append(Stacking(width: width, height: height))
        case "Convolve":
            let halfWidth = Int(try cursor.integer(Int32.self))
            let halfHeight = Int(try cursor.integer(Int32.self))
            guard (0...8).contains(halfWidth), (0...8).contains(halfHeight) else { throw .damagedModel }
            let opened = ReceptiveField(halfWidth: halfWidth, halfHeight: halfHeight)
            features = try Self.product(features, opened.count)
            // Neighbours on no side: what follows is a dense layer like any other.
            receptiveField = opened.count > 1 ? opened : nil
        case "LSTM": try memory(&cursor, header, direction, isSummary: false)
        case "SummLSTM": try memory(&cursor, header, direction, isSummary: true)
        default:
            throw RecognitionError(
                Self.others.contains(header.type) ? .modelUnsupported : .modelRefused,
                "The recognition model has a layer that is not known here: \(header.type).")
        }
    }

    /// No layer has more columns or features to look at, however many others stack them before it.
    private static let maxStacked = 1 << 16

    private static func product(_ count: Int, _ times: Int) throws(RecognitionError) -> Int {
        let product = count * times
        guard product <= maxStacked else { throw .damagedModel }
        return product
    }

    private mutating func input(_ cursor: inout ByteCursor) throws(RecognitionError) {
        // A second one would forget what the layers before it left.
        guard layers.isEmpty, height == 0 else { throw .damagedModel }
        // Pictures at a time, rows, columns (0: any), channels, kind of loss.
        _ = try cursor.integer(Int32.self)
        height = Int(try cursor.integer(Int32.self))
        _ = try cursor.integer(Int32.self)
        let channels = try cursor.integer(Int32.self)
        _ = try cursor.integer(Int32.self)
        guard (1...1024).contains(height), channels == 1 else {
            throw RecognitionError(.modelRefused, "The recognition model does not read gray lines of a fixed height.")
        }
        rows = height
    }

    private mutating func children(
        _ cursor: inout ByteCursor, _ header: Header, depth: Int, direction: LongShortTermMemory.Direction
    ) throws(RecognitionError) {
        for _ in 0..<(try cursor.count(size: 16)) { try layer(&cursor, depth: depth + 1, direction: direction) }
        guard header.flags & Self.ownRates != 0 else { return }
        _ = try cursor.take(4 * (try cursor.count(size: 4)))
    }

    private mutating func dense(
        _ cursor: inout ByteCursor, _ header: Header, _ activation: Dense.Activation
    ) throws(RecognitionError) {
        let weights = try WeightMatrix(&cursor)
        let layer = Dense(PackedWeights(weights), activation)
        guard weights.inputs == features, features == header.inputs, weights.outputs == header.outputs else {
            throw .damagedModel
        }
        features = layer.weights.outputs
        layers.append(receptiveField.map { Convolution($0, layer) } ?? layer)
        receptiveField = nil
    }

    private mutating func memory(
        _ cursor: inout ByteCursor, _ header: Header, _ direction: LongShortTermMemory.Direction, isSummary: Bool
    ) throws(RecognitionError) {
        _ = try cursor.integer(Int32.self)
        var gates: [WeightMatrix] = []
        for _ in 0..<4 { gates.append(try WeightMatrix(&cursor)) }
        guard header.inputs == features else { throw .damagedModel }
        layers.append(
            try LongShortTermMemory(gates: gates, inputs: features, direction: direction, isSummary: isSummary))
        features = gates[0].outputs
        if isSummary && direction == .downwards { rows = 1 }
    }
}
