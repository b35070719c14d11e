/// A dense layer that sees the features of each place's neighbours too, with the same weights everywhere: `C` in
/// Tesseract's network specifications.
///
/// Outside the picture there is nothing, 0. Tesseract puts noise there, around 0.
package struct Convolution: Layer {
    private let window: Window
    private let dense: Dense

    init(_ window: Window, _ dense: Dense) {
        self.window = window
        self.dense = dense
    }

    package func output(of input: Activations) -> Activations {
        Activations(
            pictures: input.pictures, height: input.height, width: input.width, depth: dense.weights.outputs
        ) { output in
            let count = input.width * dense.weights.outputs
            withUnsafeTemporaryAllocation(of: Float.self, capacity: window.size(of: input)) { row in
                for line in 0..<(input.pictures * input.height) {
                    window.fill(row, from: input, line: line)
                    dense.apply(
                        to: UnsafeBufferPointer(row), step: window.column(of: input), places: input.width,
                        output.extracting(line * count..<(line + 1) * count))
                }
            }
        }
    }
}
