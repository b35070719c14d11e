#if canImport(Glibc)
    import Glibc
#endif

extension Quad {
    /// How far its upper edge is turned clockwise from the horizontal, in degrees, 0..<360.
    public var rotation: Double {
        let edge = (topRight - topLeft) + (bottomRight - bottomLeft)
        let degrees = atan2(edge.y, edge.x) * 180 / Double.pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}
