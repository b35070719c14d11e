import CSampling
import Imaging

/// A picture as it is searched for ink: smoothed, with what its ground is like.
struct InkGround {
    let image: GrayImage
    /// The sums over blocks whose pixels share one threshold: thresholds change slowly.
    let sums: BlockSums
    /// The standard deviation of the picture's noise, in grey levels.
    let noise: Float

    init(of picture: GrayImage) {
        image = Self.smoothed(picture)
        sums = BlockSums(of: image)
        noise = Self.noise(of: image)
    }

    /// The picture under a (1 4 1)/6 kernel both ways, near a Gaussian of 0.6 px: single noisy pixels stop being ink.
    private static func smoothed(_ image: GrayImage) -> GrayImage {
        let width = image.width
        let height = image.height
        guard width >= 3 && height >= 3 else { return image }
        return image.pixels.withUnsafeBufferPointer { source in
            GrayImage(width: width, height: height) { target in
                withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width) { columns in
                    guard let source = source.baseAddress, let target = target.baseAddress,
                        let columns = columns.baseAddress
                    else { return }
                    for y in 0..<height {
                        csampling_smooth(
                            source + max(0, y - 1) * width, source + y * width,
                            source + min(height - 1, y + 1) * width, width, columns, target + y * width)
                    }
                }
            }
        }
    }

    /// The median of the absolute values of a normal distribution, in standard deviations.
    private static let medianOfNormal: Float = 0.6745
    /// How many times its own standard deviation noise has in the Laplacian: the root of 4 · 4 + 4 · 1.
    private static let laplacianGain: Float = 4.47

    /// The standard deviation of the noise, from the median response of a Laplacian (Immerkær 1996 with a median, so
    /// that edges do not count).
    private static func noise(of image: GrayImage) -> Float {
        let width = image.width
        let height = image.height
        guard width > 4 && height > 4 else { return 0 }
        var histogram = [Int](repeating: 0, count: 1024)
        var total = 0
        image.pixels.withUnsafeBufferPointer { p in
            var y = 1
            while y < height - 1 {
                var x = 1
                while x < width - 1 {
                    let i = y &* width &+ x
                    let ring = Int(p[i &- 1]) &+ Int(p[i &+ 1]) &+ Int(p[i &- width]) &+ Int(p[i &+ width])
                    histogram[min(1023, abs(4 &* Int(p[i]) &- ring))] += 1
                    total += 1
                    x &+= 4
                }
                y &+= 4
            }
        }
        var below = 0
        for (value, count) in histogram.enumerated() {
            below += count
            if below * 2 >= total { return Float(value) / medianOfNormal / laplacianGain }
        }
        return 0
    }
}
