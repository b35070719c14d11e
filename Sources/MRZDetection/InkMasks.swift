import Imaging

/// Where a picture is darker, and where lighter, than its neighbourhood: the two kinds of print.
struct InkMasks {
    let width: Int
    let height: Int
    /// One byte a pixel: `dark`, `light` or 0.
    let marks: [UInt8]

    static let dark: UInt8 = 1
    static let light: UInt8 = 2

    /// Compares each pixel with the mean of a square of `window` pixels round it; it is ink when it differs by more
    /// than `deviations` local standard deviations, `noiseFactor` times the picture's noise, and `floor` grey levels.
    /// (Niblack's threshold with a noise floor; the sums slide, so the cost does not depend on the window.)
    init(of image: GrayImage, window: Int, deviations: Float, noiseFactor: Float, floor: Float) {
        let smooth = Self.smoothed(image)
        let least = max(floor, noiseFactor * Self.noise(of: smooth))
        width = image.width
        height = image.height
        let width = self.width
        let height = self.height
        let radius = window / 2
        var sums = [Int32](repeating: 0, count: width)
        var squares = [Int32](repeating: 0, count: width)
        marks = smooth.pixels.withUnsafeBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
                count = width * height
                func slide(_ y: Int, _ sign: Int32) {
                    let row = UnsafeBufferPointer(rebasing: source[(y * width)..<((y + 1) * width)])
                    for x in 0..<width {
                        let v = Int32(row[x])
                        sums[x] = sums[x] &+ sign &* v
                        squares[x] = squares[x] &+ sign &* v &* v
                    }
                }
                for y in 0..<min(radius, height) { slide(y, 1) }
                for y in 0..<height {
                    if y + radius < height { slide(y + radius, 1) }
                    if y - radius - 1 >= 0 { slide(y - radius - 1, -1) }
                    let rows = min(y + radius, height - 1) - max(y - radius, 0) + 1
                    Self.mark(
                        UnsafeBufferPointer(rebasing: source[(y * width)..<((y + 1) * width)]),
                        into: UnsafeMutableBufferPointer(rebasing: target[(y * width)..<((y + 1) * width)]),
                        sums: sums, squares: squares, rows: rows, radius: radius, deviations: deviations, least: least)
                }
            }
        }
    }

    private static func mark(
        _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>, sums: [Int32],
        squares: [Int32], rows: Int, radius: Int, deviations: Float, least: Float
    ) {
        let width = source.count
        var sum: Int64 = 0
        var square: Int64 = 0
        for x in 0..<min(radius, width) {
            sum &+= Int64(sums[x])
            square &+= Int64(squares[x])
        }
        for x in 0..<width {
            if x &+ radius < width {
                sum &+= Int64(sums[x &+ radius])
                square &+= Int64(squares[x &+ radius])
            }
            if x &- radius &- 1 >= 0 {
                sum &-= Int64(sums[x &- radius &- 1])
                square &-= Int64(squares[x &- radius &- 1])
            }
            let columns = min(x &+ radius, width &- 1) &- max(x &- radius, 0) &+ 1
            let scale = 1 / Float(rows &* columns)
            let mean = Float(sum) * scale
            let difference = Float(source[x]) - mean
            let distance = abs(difference)
            if distance <= least {
                target[x] = 0
                continue
            }
            // Compared as squares: no root is needed.
            let variance = max(0, Float(square) * scale - mean * mean)
            let inked = distance * distance > deviations * deviations * variance
            target[x] = inked ? (difference < 0 ? dark : light) : 0
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
