/// Folds blocks of places into one place each: `S` in Tesseract's network specifications.
package struct Stacking: Layer {
    /// Columns and rows of a block.
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package func output(of input: Activations) -> Activations {
        var output = Activations(
            pictures: input.pictures, height: input.height / height, width: input.width / width,
            depth: input.depth * width * height)
        let depth = input.depth
        input.values.withUnsafeBufferPointer { source in
            output.values.withUnsafeMutableBufferPointer { target in
                var to = 0
                for line in 0..<(output.pictures * output.height) {
                    let (picture, y) = line.quotientAndRemainder(dividingBy: output.height)
                    let top = picture &* input.height &+ y &* height
                    for x in 0..<output.width {
                        // Column by column, as Tesseract has it.
                        for dx in 0..<width {
                            for dy in 0..<height {
                                let from = ((top &+ dy) &* input.width &+ x &* width &+ dx) &* depth
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
