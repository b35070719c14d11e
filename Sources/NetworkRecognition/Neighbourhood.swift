/// Puts the features of each place's neighbours beside its own: the first half of a convolution (`C`).
///
/// Outside the picture there is nothing, 0. Tesseract puts noise there, around 0.
package struct Neighbourhood: Layer {
    /// Neighbours on each side.
    package let halfWidth: Int
    package let halfHeight: Int

    package init(halfWidth: Int, halfHeight: Int) {
        self.halfWidth = halfWidth
        self.halfHeight = halfHeight
    }

    package func output(of input: Activations) -> Activations {
        let window = (2 * halfWidth + 1) * (2 * halfHeight + 1)
        var output = Activations(
            pictures: input.pictures, height: input.height, width: input.width, depth: input.depth * window)
        let depth = input.depth
        input.values.withUnsafeBufferPointer { source in
            output.values.withUnsafeMutableBufferPointer { target in
                var to = 0
                for line in 0..<(input.pictures * input.height) {
                    let (picture, y) = line.quotientAndRemainder(dividingBy: input.height)
                    let top = picture &* input.height
                    for x in 0..<input.width {
                        for dx in -halfWidth...halfWidth {
                            for dy in -halfHeight...halfHeight {
                                let column = x &+ dx
                                let row = y &+ dy
                                if column >= 0, column < input.width, row >= 0, row < input.height {
                                    let from = ((top &+ row) &* input.width &+ column) &* depth
                                    for i in 0..<depth { target[to &+ i] = source[from &+ i] }
                                }
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
