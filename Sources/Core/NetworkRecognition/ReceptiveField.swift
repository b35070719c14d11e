/// The receptive field of a convolution: the neighbours that it looks at around each place of a row.
package struct ReceptiveField {
    /// Neighbours on the left, and as many on the right.
    package let halfWidth: Int
    /// Neighbours above, and as many below.
    package let halfHeight: Int

    package init(halfWidth: Int, halfHeight: Int) {
        self.halfWidth = halfWidth
        self.halfHeight = halfHeight
    }

    /// Places in it.
    package var count: Int { (2 * halfWidth + 1) * (2 * halfHeight + 1) }

    /// Floats of one of its columns over `input`.
    package func column(of input: Activations) -> Int { (2 * halfHeight + 1) * input.depth }

    /// Floats that all columns along a row of `input` need, those outside on both sides included.
    package func size(of input: Activations) -> Int { (input.width + 2 * halfWidth) * column(of: input) }

    /// The columns along a row, each from its top to its bottom: what one place sees overlaps with what the next one
    /// does and begins one column before it.
    ///
    /// - Parameters:
    ///   - row: `size(of: input)` floats, whatever they hold.
    ///   - input: where they come from; 0 outside each picture.
    ///   - line: counted through all pictures.
    package func fill(_ row: UnsafeMutableBufferPointer<Float>, from input: Activations, line: Int) {
        let (picture, y) = line.quotientAndRemainder(dividingBy: input.height)
        let (depth, column) = (input.depth, column(of: input))
        row.update(repeating: 0)
        input.values.withUnsafeBufferPointer { source in
            for dy in max(-halfHeight, -y)..<(min(halfHeight, input.height - 1 - y) + 1) {
                let first = (picture * input.height + y + dy) * input.width * depth
                for x in 0..<input.width {
                    let to = (x &+ halfWidth) &* column &+ (dy &+ halfHeight) &* depth
                    let from = first &+ x &* depth
                    for i in 0..<depth { row[to &+ i] = source[from &+ i] }
                }
            }
        }
    }
}
