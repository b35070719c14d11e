#if canImport(Glibc)
    import Glibc
#endif

extension Quad {
    /// How far its upper edge is turned clockwise from the horizontal, in degrees, 0..<360.
    public var rotation: Double {
        let edge = (topRight - topLeft) + (bottomRight - bottomLeft)
        let degrees = atan2(edge.y, edge.x) * 180 / Double.pi
        let turned = degrees < 0 ? degrees + 360 : degrees
        // What is hardly below zero rounds to a whole turn.
        return turned < 360 ? turned : 0
    }
}
