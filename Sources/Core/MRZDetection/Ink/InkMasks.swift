import Imaging

/// Where a picture is darker, and where lighter, than its neighbourhood: the two kinds of print.
package struct InkMasks {
    package let width: Int
    package let height: Int
    /// One byte a pixel: `dark`, `light` or 0.
    package let marks: [UInt8]

    package static let dark: UInt8 = 1
    package static let light: UInt8 = 2

    /// Marks that are known: a byte a pixel, `dark`, `light` or 0.
    package init(marks: [UInt8], width: Int, height: Int) {
        self.marks = marks
        self.width = width
        self.height = height
    }

    /// Compares each pixel with the mean of a square of about `thresholdWindow` pixels a side round its block of 4 × 4;
    /// it is ink when it differs by more than `deviations` local standard deviations, `noiseFactor` times the picture's
    /// noise, and `minGrayDifference` grey levels. (Niblack's threshold with a noise floor; the sums slide over the
    /// blocks, so the cost does not depend on the square's size.) Light ground between dark print is no ink:
    /// see `MarkBalance`.
    init(on ground: InkGround, _ ink: SearchPass.Ink, _ configuration: BandDetector.Configuration) {
        let deviations = ink == .bold ? configuration.boldDeviations : configuration.deviations
        let (low, high) = ground.sums.thresholds(
            radius: max(1, configuration.thresholdWindow / (2 * BlockSums.side)), deviations: deviations,
            minDistance: max(configuration.minGrayDifference, configuration.noiseFactor * ground.noise))
        width = ground.image.width
        height = ground.image.height
        var marks = Self.marks(of: ground.image, low: low, high: high, columns: ground.sums.columns)
        MarkBalance(of: marks, width: width, height: height).removeLightGround(
            from: &marks, maxLight: configuration.maxLight)
        self.marks = marks
    }

    /// The masks without dark ruled lines; nil where there are none.
    func withoutRuledLines() -> InkMasks? {
        var marks = marks
        guard RuledLines.remove(Self.dark, from: &marks, width: width, height: height) else { return nil }
        return InkMasks(marks: marks, width: width, height: height)
    }

    /// Darker than `low` or lighter than `high` of its block.
    private static func marks(of image: GrayImage, low: [UInt8], high: [UInt8], columns: Int) -> [UInt8] {
        let width = image.width
        let block = BlockSums.side
        // The thresholds of a row of blocks, repeated for every pixel, so that the comparison below runs on vectors.
        precondition(block == MemoryLayout<UInt32>.size)
        func repeated(_ threshold: UInt8) -> UInt32 { UInt32(threshold) &* 0x0101_0101 }
        var lowRow = [UInt32](repeating: 0, count: columns)
        var highRow = lowRow
        return [UInt8](unsafeUninitializedCapacity: width * image.height) { target, count in
            count = width * image.height
            image.pixels.withUnsafeBufferPointer { source in
                for y in 0..<image.height {
                    let row = y / block * columns
                    if y % block == 0 {
                        for x in 0..<columns {
                            lowRow[x] = repeated(low[row + x])
                            highRow[x] = repeated(high[row + x])
                        }
                    }
                    let from = UnsafeBufferPointer(rebasing: source[(y * width)..<((y + 1) * width)])
                    let into = UnsafeMutableBufferPointer(rebasing: target[(y * width)..<((y + 1) * width)])
                    lowRow.withUnsafeBytes { low in
                        highRow.withUnsafeBytes { high in
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
}
