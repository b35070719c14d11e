import Imaging

extension Activations {
    /// Lines of one size as a network wants them: dark about -1, light about 1, each by the levels of its own print.
    ///
    /// As in Tesseract's `NetworkIO::FromPix`, the levels are the quartiles of the local extremes along the middle row.
    init(_ lines: [GrayImage]) {
        self.init(
            pictures: lines.count, height: lines.first?.height ?? 0, width: lines.first?.width ?? 0, depth: 1
        ) { values in
            var next = 0
            for line in lines {
                let (black, white) = Self.levels(of: line)
                let scale = white > black ? 2 / (white - black) : 1
                line.pixels.withUnsafeBufferPointer { pixels in
                    for i in 0..<pixels.count { values[next &+ i] = (Float(pixels[i]) - black) * scale - 1 }
                }
                next += line.pixels.count
            }
        }
    }

    private static func levels(of line: GrayImage) -> (black: Float, white: Float) {
        var darkest = [Int](repeating: 0, count: 256)
        var lightest = darkest
        let middle = line.height / 2 * line.width
        if line.width >= 3 {
            for x in (middle + 1)..<(middle + line.width - 1) {
                let (before, here, after) = (line.pixels[x - 1], line.pixels[x], line.pixels[x + 1])
                if here < before && here <= after || here <= before && here < after { darkest[Int(here)] += 1 }
                if here > before && here >= after || here >= before && here > after { lightest[Int(here)] += 1 }
            }
        }
        return (quantile(of: darkest, at: 0.25) ?? 0, quantile(of: lightest, at: 0.75) ?? 255)
    }

    /// The level below which `share` of the counted ones lie; nil when nothing was counted.
    private static func quantile(of histogram: [Int], at share: Float) -> Float? {
        let total = histogram.reduce(0, +)
        guard total > 0 else { return nil }
        let target = max(1, share * Float(total))
        var sum = 0
        for (level, count) in histogram.enumerated() {
            sum += count
            if Float(sum) >= target { return Float(level + 1) - (Float(sum) - target) / Float(count) }
        }
        return 255
    }
}
