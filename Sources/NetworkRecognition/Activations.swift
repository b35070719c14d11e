/// What flows through a network: for each place of one or more pictures of one size a vector of features.
package struct Activations {
    /// Pictures, one below the other.
    package var pictures: Int
    /// Rows of each.
    package var height: Int
    package var width: Int
    /// Features of a place; a multiple of 8 after the first layer.
    package var depth: Int
    /// `pictures * height * width * depth` floats, the features of a place side by side, places row by row.
    package var values: [Float]

    package init(pictures: Int = 1, height: Int, width: Int, depth: Int) {
        self.pictures = pictures
        self.height = height
        self.width = width
        self.depth = depth
        values = [Float](repeating: 0, count: pictures * height * width * depth)
    }
}
