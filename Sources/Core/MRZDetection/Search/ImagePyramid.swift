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

    /// The picture halved `level` times, or as often as it can be, and how often that was.
    public func image(at level: Int) -> (image: GrayImage, level: Int) {
        while levels.count <= level {
            let last = levels[levels.count - 1]
            guard last.width >= 64, last.height >= 64 else { return (last, levels.count - 1) }
            levels.append(last.halved())
        }
        return (levels[level], level)
    }
}
