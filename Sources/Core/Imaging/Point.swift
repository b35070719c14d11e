/// A place in a picture, in pixels; (0, 0) is the centre of the top left pixel, x to the right, y down.
public struct Point: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    public static func * (a: Point, s: Double) -> Point { Point(x: a.x * s, y: a.y * s) }

    /// The scalar product with `other`.
    public func dot(_ other: Point) -> Double { x * other.x + y * other.y }
    /// The z part of the vector product with `other`: positive when `other` lies clockwise on the screen.
    public func cross(_ other: Point) -> Double { x * other.y - y * other.x }
    /// The Euclidean length, in pixels.
    public var length: Double { (x * x + y * y).squareRoot() }
}

/// Four corners in the reading order of what they enclose: top left, top right, bottom right, bottom left of the text.
public struct Quad: Sendable, Hashable {
    public var topLeft: Point
    public var topRight: Point
    public var bottomRight: Point
    public var bottomLeft: Point

    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// The corners, clockwise from the top left as the text reads.
    public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The mean of the corners.
    public var center: Point { (topLeft + topRight + bottomRight + bottomLeft) * 0.25 }

    /// The same corners in a picture `factor` times as large.
    public func scaled(by factor: Double) -> Quad {
        // Pixel centres lie half a pixel inside their pixel: scale about the picture's corner, not the pixel's centre.
        func move(_ p: Point) -> Point { Point(x: (p.x + 0.5) * factor - 0.5, y: (p.y + 0.5) * factor - 0.5) }
        return Quad(
            topLeft: move(topLeft), topRight: move(topRight), bottomRight: move(bottomRight),
            bottomLeft: move(bottomLeft))
    }

    /// Whether `point` lies inside; the corners must go round one way, as those of a seen rectangle do.
    public func contains(_ point: Point) -> Bool {
        let c = corners
        var positive = 0
        for i in 0..<4 where (c[(i + 1) % 4] - c[i]).cross(point - c[i]) >= 0 { positive += 1 }
        return positive == 4 || positive == 0
    }

    /// Whether the middle of one of the two lies inside the other.
    public func isInPlace(of other: Quad) -> Bool { contains(other.center) || other.contains(center) }
}
