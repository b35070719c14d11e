import Recognition

/// A recurrent network as Tesseract stores it in a model.
struct Network {
    private let layers: [any Layer]
    /// Rows of the pictures that it reads.
    let height: Int
    /// Columns of a picture for one step of the output.
    let stride: Int
    /// Classes of the output.
    let classes: Int
    /// The class that stands for nothing.
    let blank: Int

    /// - Throws: `RecognitionError` with `.modelRefused` when the bytes are damaged or have layers that are unknown
    ///   here.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecognitionError) {
        var cursor = ByteCursor(bytes)
        var parser = NetworkParser()
        try parser.layer(&cursor, depth: 0)
        // Behind the network: its specification, flags, two counters of training, and the class of the blank.
        _ = try cursor.string()
        for _ in 0..<3 { _ = try cursor.integer(Int32.self) }
        blank = Int(try cursor.integer(Int32.self))
        layers = parser.layers
        height = parser.height
        stride = parser.stride
        guard parser.rows == 1, parser.receptiveField == nil, let last = layers.last as? Dense,
            last.activation == .softmax,
            (0..<last.weights.used).contains(blank)
        else { throw .damagedModel }
        classes = last.weights.used
    }

    /// The probability of each class at each step along the line, for each picture.
    func output(of pictures: Activations) -> Activations {
        layers.reduce(pictures) { $1.output(of: $0) }
    }
}
