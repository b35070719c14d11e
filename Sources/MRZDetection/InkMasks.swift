import Imaging

/// Where a picture is darker, and where lighter, than its neighbourhood: the two kinds of print.
struct InkMasks {
    let width: Int
    let height: Int
    /// One byte a pixel: `dark`, `light` or 0.
    let marks: [UInt8]

    static let dark: UInt8 = 1
    static let light: UInt8 = 2

    /// The side of the squares that share one threshold, in pixels: thresholds change slowly.
    private static let block = 4

    /// Compares each pixel with the mean of about `window` × `window` pixels round its block of 4 × 4; it is ink when it
    /// differs by more than `deviations` local standard deviations, `noiseFactor` times the picture's noise, and `floor`
    /// grey levels. (Niblack's threshold with a noise floor; the sums slide over the blocks, so the cost does not depend
    /// on the window.) Light ground between dark print is no ink: see `MarkBalance`.
    init(of image: GrayImage, _ ink: SearchPass.Ink, _ configuration: BandDetector.Configuration) {
        let deviations = ink == .faint ? configuration.deviations : configuration.boldDeviations
        let smooth = Self.smoothed(image)
        let least = max(configuration.floor, configuration.noiseFactor * Self.noise(of: smooth))
        let sums = BlockSums(of: smooth, block: Self.block)
        let (low, high) = sums.thresholds(
            radius: max(1, configuration.window / (2 * Self.block)), deviations: deviations, least: least)
        width = image.width
        height = image.height
        var marks = Self.marks(of: smooth, low: low, high: high, columns: sums.columns)
        MarkBalance(of: marks, width: width, height: height).removeLightGround(
            from: &marks, most: configuration.mostLight)
        self.marks = marks
    }

    /// Darker than `low` or lighter than `high` of its block.
    private static func marks(of image: GrayImage, low: [UInt8], high: [UInt8], columns: Int) -> [UInt8] {
        let width = image.width
        // The thresholds of a row of blocks, repeated for every pixel, so that the comparison below runs on vectors.
        var lowRow = [UInt8](repeating: 0, count: columns * block)
        var highRow = lowRow
        return [UInt8](unsafeUninitializedCapacity: width * image.height) { target, count in
            count = width * image.height
            image.pixels.withUnsafeBufferPointer { source in
                for y in 0..<image.height {
                    let row = y / block * columns
                    if y % block == 0 {
                        for x in 0..<columns {
                            for i in 0..<block {
                                lowRow[x &* block &+ i] = low[row &+ x]
                                highRow[x &* block &+ i] = high[row &+ x]
                            }
                        }
                    }
                    let from = UnsafeBufferPointer(rebasing: source[(y * width)..<((y + 1) * width)])
                    let into = UnsafeMutableBufferPointer(rebasing: target[(y * width)..<((y + 1) * width)])
                    lowRow.withUnsafeBufferPointer { low in
                        highRow.withUnsafeBufferPointer { high in
                            for x in 0..<width {
                                let v = from[x]
                                into[x] = (v < low[x] ? dark : 0) | (v > high[x] ? light : 0)
                            }
                        }
                    }
                }
            }
        }
    }

    /// The picture under a (1 4 1)/6 kernel both ways, near a Gaussian of 0.6 px: single noisy pixels stop being ink.
    private static func smoothed(_ image: GrayImage) -> GrayImage {
        let width = image.width
        let height = image.height
        guard width >= 3 && height >= 3 else { return image }
        return image.pixels.withUnsafeBufferPointer { source in
            GrayImage(width: width, height: height) { target in
                var column = [Int32](repeating: 0, count: width)
                for y in 0..<height {
                    let above = max(0, y - 1) * width
                    let here = y * width
                    let below = min(height - 1, y + 1) * width
                    for x in 0..<width {
                        column[x] =
                            Int32(source[above &+ x]) &+ 4 &* Int32(source[here &+ x]) &+ Int32(source[below &+ x])
                    }
                    target[here] = UInt8(truncatingIfNeeded: (5 &* column[0] &+ column[1] &+ 18) / 36)
                    for x in 1..<(width - 1) {
                        let value = column[x &- 1] &+ 4 &* column[x] &+ column[x &+ 1]
                        target[here &+ x] = UInt8(truncatingIfNeeded: (value &+ 18) / 36)
                    }
                    target[here + width - 1] = UInt8(
                        truncatingIfNeeded: (5 &* column[width - 1] &+ column[width - 2] &+ 18) / 36)
                }
            }
        }
    }

    /// The standard deviation of the picture's noise, in grey levels, from the median response of a Laplacian
    /// (Immerkær 1996 with a median, so that edges do not count).
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
            if below * 2 >= total { return Float(value) / 0.6745 / 4.47 }
        }
        return 0
    }
}
