extension Quad {
    /// The same corners, all moved by `offset`.
    public static func + (quad: Quad, offset: Point) -> Quad {
        Quad(
            topLeft: quad.topLeft + offset, topRight: quad.topRight + offset, bottomRight: quad.bottomRight + offset,
            bottomLeft: quad.bottomLeft + offset)
    }
}
