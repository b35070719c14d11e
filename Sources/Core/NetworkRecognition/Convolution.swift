/// A dense layer that sees the features of each place's neighbours too, with the same weights everywhere: `C` in
/// Tesseract's network specifications.
///
/// Outside the picture there is nothing, 0. Tesseract puts noise there, around 0.
package struct Convolution: Layer {
    private let field: ReceptiveField
    private let dense: Dense

    init(_ field: ReceptiveField, _ dense: Dense) {
        self.field = field
        self.dense = dense
    }

    package func output(of input: Activations) -> Activations {
        Activations(
            pictures: input.pictures, height: input.height, width: input.width, depth: dense.weights.outputs
        ) { output in
            let count = input.width * dense.weights.outputs
            withUnsafeTemporaryAllocation(of: Float.self, capacity: field.size(of: input)) { row in
                for line in 0..<(input.pictures * input.height) {
                    field.fill(row, from: input, line: line)
                    dense.apply(
                        to: UnsafeBufferPointer(row), step: field.column(of: input), places: input.width,
                        output.extracting(line * count..<(line + 1) * count))
                }
            }
        }
    }
}
