public import Imaging

/// A picture and its halves, made when first asked for. Used by one thread.
public final class ImagePyramid {
    private var levels: [GrayImage]
    /// What was searched so far.
    var grounds: [(share: Double, isCubic: Bool, ground: InkGround)] = []

    public init(_ image: GrayImage) {
        levels = [image]
    }

    /// The picture itself.
    public var base: GrayImage { levels[0] }

    /// The picture halved `level` times, or as often as it can be.
    public func halved(times level: Int) -> HalvedImage {
        while levels.count <= level {
            let last = levels[levels.count - 1]
            guard last.width >= 64, last.height >= 64 else { return HalvedImage(image: last, level: levels.count - 1) }
            levels.append(last.halved())
        }
        return HalvedImage(image: levels[level], level: level)
    }

    /// The picture halved as long as so many of its pixels would still be more than `max`.
    package func halved(while length: Double, exceeds max: Double) -> HalvedImage {
        var (level, length) = (0, length)
        while length > max { (level, length) = (level + 1, length / 2) }
        return halved(times: level)
    }
}

/// A picture of an `ImagePyramid`.
public struct HalvedImage {
    public let image: GrayImage
    /// How often the picture was halved.
    public let level: Int

    /// Pixels of this image for one of the picture.
    package var scale: Double { 1 / Double(1 << level) }

    /// Where a point of the picture lies in this image.
    package func place(of point: Point) -> Point {
        Point(x: (point.x + 0.5) * scale - 0.5, y: (point.y + 0.5) * scale - 0.5)
    }
}
