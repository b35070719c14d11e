/// Folds blocks of places into one place each: `S` in Tesseract's network specifications.
package struct Stacking: Layer {
    /// Columns of a block.
    package let width: Int
    /// Rows of a block.
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package func output(of input: Activations) -> Activations {
        let columns = input.width / width
        let rows = input.height / height
        let block = input.depth * width * height
        return Activations(pictures: input.pictures, height: rows, width: columns, depth: block) { target in
            input.values.withUnsafeBufferPointer { source in
                for line in 0..<(input.pictures * rows) {
                    let (picture, y) = line.quotientAndRemainder(dividingBy: rows)
                    let top = picture * input.height + y * height
                    // Column by column, as Tesseract has it.
                    for place in 0..<(width * height) {
                        let (dx, dy) = place.quotientAndRemainder(dividingBy: height)
                        Self.copy(
                            source.extracting(((top + dy) * input.width + dx) * input.depth..<source.count),
                            every: width * input.depth,
                            to: target.extracting(line * columns * block + place * input.depth..<target.count),
                            every: block, count: columns, depth: input.depth)
                    }
                }
            }
        }
    }

    /// Copies `count` pieces of `depth` floats.
    private static func copy(
        _ source: UnsafeBufferPointer<Float>, every sourceStep: Int, to target: UnsafeMutableBufferPointer<Float>,
        every targetStep: Int, count: Int, depth: Int
    ) {
        if depth == 1 {
            for x in 0..<count { target[x &* targetStep] = source[x &* sourceStep] }
        } else {
            for x in 0..<count {
                for i in 0..<depth { target[x &* targetStep &+ i] = source[x &* sourceStep &+ i] }
            }
        }
    }
}
