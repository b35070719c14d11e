package import Imaging

extension GrayImage {
    /// The grey level of paper in a flattened strip.
    package static let flattenedPaper: UInt8 = 240

    /// The strip with its local black and white spread to one range, so that shadows, glare and paper tint vanish.
    ///
    /// `models/training/flatten.py` does the same to the strips that the model is trained on, with the same constants;
    /// they belong together. In short: per column the light and dark ranks of the slightly blurred pixels, their
    /// maximum and minimum over nine tenths of the height to either side, smoothed; every pixel stretched between them,
    /// faint stretches less; last the 1st and 99th percentile to 10 and 245.
    ///
    /// - Parameter isLight: the picture was inverted, since its print is light on dark.
    /// - Returns: the flattened strip, and the distance between local white and black by column, as a share of the
    ///   light that falls there.
    package func flattened(isLight: Bool = false) -> (image: GrayImage, contrast: [Float]) {
        guard width > 0, height >= 8 else { return (self, []) }
        let blurred = Self.blur(self)
        // Of 32 rows the third darkest and the sixth lightest.
        let darkRank = height * 2 / 32
        let lightRank = height * 26 / 32
        var (dark, light) = ColumnRanks(rows: height).values(of: blurred, width: width, ranks: (darkRank, lightRank))
        let reach = height * 14 / 32
        let box = height * 9 / 32
        light = Self.extreme(light, reach: reach, by: max)
        dark = Self.extreme(dark, reach: reach, by: min)
        for _ in 0..<3 {
            light = Self.boxMean(light, radius: box)
            dark = Self.boxMean(dark, radius: box)
        }
        let range = zip(light, dark).map { $0 - $1 }
        // Where there is no print the range is small; it is not spread to more than four times the line's usual.
        let usual = range.sorted()[width / 2]
        let span = range.map { 225 / max($0, 8, 0.25 * usual) }
        let white = Float(Self.flattenedPaper)
        let stretched = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            blurred.withUnsafeBufferPointer { blurred in
                light.withUnsafeBufferPointer { light in
                    span.withUnsafeBufferPointer { span in
                        for y in 0..<height {
                            for x in 0..<width {
                                let value = white - (light[x] - blurred[y &* width &+ x]) * span[x]
                                target[y &* width &+ x] = UInt8(max(0, min(255, value)))
                            }
                        }
                    }
                }
            }
            count = width * height
        }
        // In a shadow black and white move together: their distance is compared with the light that falls there.
        let paper = isLight ? dark.map { 255 - $0 } : light
        let contrast = zip(range, paper).map { $0 / max($1, 16) }
        return (GrayImage(width: width, height: height, pixels: Self.stretch(stretched)), contrast)
    }

    /// A tenth more ink: what a stroke lost at its edges.
    private static let edgeGain = 1.1

    /// The flattened strip with paper where the ink is less than `share` of black, 0..<1, and what is left spread anew.
    package func withoutStrokes(fainterThan share: Double) -> GrayImage {
        let paper = Double(Self.flattenedPaper)
        let table = (0..<256).map { value in
            let ink = (1 - Double(value) / paper - share) / (1 - share)
            return UInt8(paper * (1 - min(max(ink * Self.edgeGain, 0), 1)))
        }
        return GrayImage(width: width, height: height, pixels: pixels.map { table[Int($0)] })
    }

    /// The pixels slightly blurred: with a Gaussian of half a pixel, as `flatten.py` does.
    private static func blur(_ image: GrayImage) -> [Float] {
        let width = image.width
        let height = image.height
        let side: Float = 0.107
        let middle: Float = 0.786
        // With its first and its last pixel once more at either end.
        var row = [Float](repeating: 0, count: width + 2)
        return [Float](unsafeUninitializedCapacity: width * height) { result, count in
            image.pixels.withUnsafeBufferPointer { p in
                row.withUnsafeMutableBufferPointer { row in
                    for y in 0..<height {
                        let above = max(0, y - 1) * width
                        let here = y * width
                        let below = min(height - 1, y + 1) * width
                        for x in 0..<width {
                            row[x &+ 1] =
                                side * Float(p[above &+ x]) + middle * Float(p[here &+ x]) + side * Float(p[below &+ x])
                        }
                        row[0] = row[1]
                        row[width + 1] = row[width]
                        for x in 0..<width {
                            result[here &+ x] = side * row[x] + middle * row[x &+ 1] + side * row[x &+ 2]
                        }
                    }
                }
            }
            count = width * height
        }
    }

    private static func extreme(_ values: [Float], reach: Int, by choose: (Float, Float) -> Float) -> [Float] {
        var best = values
        for step in RunningExtreme.steps(upTo: reach) {
            for i in 0..<max(0, best.count - step) { best[i] = choose(best[i], best[i + step]) }
        }
        // Each now has itself and `reach` behind it: the reach on both sides is that and what the one `reach` before
        // has.
        return best.indices.map { choose(best[$0], best[max(0, $0 - reach)]) }
    }

    private static func boxMean(_ values: [Float], radius: Int) -> [Float] {
        let last = values.count - 1
        var sum: Float = 0
        for i in -radius...radius { sum += values[min(last, max(0, i))] }
        return values.indices.map { x in
            let mean = sum / Float(2 * radius + 1)
            sum += values[min(last, x + radius + 1)] - values[max(0, x - radius)]
            return mean
        }
    }

    private static func stretch(_ pixels: [UInt8]) -> [UInt8] {
        let histogram = LevelHistogram(of: pixels)
        let low = histogram.level(above: 0.01)
        let factor = Float(235) / Float(max(histogram.level(above: 0.99) - low, 1))
        let table = (0..<256).map { UInt8(max(0, min(255, Float($0 - low) * factor + 10))) }
        return pixels.map { table[Int($0)] }
    }
}
