/// What flows through a network: for each place of a picture a vector of features.
package struct Activations {
    package var height: Int
    package var width: Int
    /// Features of a place; a multiple of 8 after the first layer.
    package var depth: Int
    /// `height * width * depth` floats, the features of a place side by side, places row by row.
    package var values: [Float]

    package init(height: Int, width: Int, depth: Int) {
        self.height = height
        self.width = width
        self.depth = depth
        values = [Float](repeating: 0, count: height * width * depth)
    }
}
