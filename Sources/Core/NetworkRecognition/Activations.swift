/// What flows through a network: for each place of one or more pictures of one size a vector of features.
package struct Activations {
    /// Pictures, one below the other.
    package let pictures: Int
    /// Rows of each.
    package let height: Int
    package let width: Int
    /// Features of a place; a multiple of 8 after the first layer.
    package let depth: Int
    /// `pictures * height * width * depth` floats, the features of a place side by side, places row by row.
    package let values: [Float]

    /// - Parameter filledBy: given memory for all values, initialises every one of them.
    package init(
        pictures: Int = 1, height: Int, width: Int, depth: Int, filledBy: (UnsafeMutableBufferPointer<Float>) -> Void
    ) {
        self.pictures = pictures
        self.height = height
        self.width = width
        self.depth = depth
        let count = pictures * height * width * depth
        values = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
            filledBy(buffer.extracting(0..<count))
            initialized = count
        }
    }
}
