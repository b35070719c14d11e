/// What flows through a network: for each place of a picture a vector of features.
struct Activations {
    var height: Int
    var width: Int
    /// Features of a place; a multiple of 8 after the first layer.
    var depth: Int
    /// `height * width * depth` floats, the features of a place side by side, places row by row.
    var values: [Float]

    init(height: Int, width: Int, depth: Int) {
        self.height = height
        self.width = width
        self.depth = depth
        values = [Float](repeating: 0, count: height * width * depth)
    }
}
