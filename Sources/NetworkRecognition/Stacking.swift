/// Folds blocks of places into one place each: `S` in Tesseract's network specifications.
struct Stacking: Layer {
    /// Columns and rows of a block.
    let width: Int
    let height: Int

    func output(of input: Activations) -> Activations {
        var output = Activations(
            height: input.height / height, width: input.width / width, depth: input.depth * width * height)
        let depth = input.depth
        input.values.withUnsafeBufferPointer { source in
            output.values.withUnsafeMutableBufferPointer { target in
                var to = 0
                for y in 0..<output.height {
                    for x in 0..<output.width {
                        // Column by column, as Tesseract has it.
                        for dx in 0..<width {
                            for dy in 0..<height {
                                let from = ((y &* height &+ dy) &* input.width &+ x &* width &+ dx) &* depth
                                for i in 0..<depth { target[to &+ i] = source[from &+ i] }
                                to &+= depth
                            }
                        }
                    }
                }
            }
        }
        return output
    }
}
