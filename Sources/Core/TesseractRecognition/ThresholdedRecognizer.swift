import CLeptonica
public import Imaging
public import Recognition

/// Makes lines black and white with Leptonica before another recogniser reads them.
public final class ThresholdedRecognizer: TextRecognizer {
    private let recognizer: any TextRecognizer
    private let threshold: LineThreshold

    /// - Parameters:
    ///   - recognizer: reads what is black and white.
    ///   - threshold: how it becomes that.
    public init(_ recognizer: any TextRecognizer, _ threshold: LineThreshold) {
        self.recognizer = recognizer
        self.threshold = threshold
    }

    public func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] {
        try recognizer.recognize(line.thresholded(threshold))
    }

    public func recognize(_ lines: [GrayImage]) throws(RecognitionError) -> [[Glyph]] {
        try recognizer.recognize(lines.map { $0.thresholded(threshold) })
    }
}

extension GrayImage {
    /// Half the side of the square that Sauvola's threshold looks at, in pixels, and how much the deviation counts.
    private static let sauvola = (half: Int32(12), factor: Float(0.34))
    /// Length of the parts with thresholds of their own, in heights of the line.
    private static let part = 2

    /// Black print on white; the line itself where it is too small for that, or Leptonica fails.
    package func thresholded(_ threshold: LineThreshold) -> GrayImage {
        guard threshold != .none, width > 0, height > 0 else { return self }
        // Leptonica's type for pictures is complete in some versions and opaque in others: nothing here names it.
        var gray = pixCreate(Int32(width), Int32(height), 8)
        defer { pixDestroy(&gray) }
        guard let words = pixGetData(gray) else { return self }
        let perRow = Int(pixGetWpl(gray))
        for y in 0..<height {
            // A word has its first pixel in its highest byte.
            for x in 0..<width { words[y * perRow + x / 4] |= UInt32(self[x, y]) << UInt32(24 - 8 * (x % 4)) }
        }
        var binary = gray
        binary = nil
        defer { pixDestroy(&binary) }
        // Leptonica's least length of a part.
        let (whole, part) = (Int32(max(16, width)), Int32(max(16, Self.part * height)))
        let tall = Int32(max(16, height))
        let half = min(Self.sauvola.half, Int32(min(width, height) - 3) / 2)
        switch threshold {
        case .none: break
        case .otsu: pixOtsuAdaptiveThreshold(gray, whole, tall, 0, 0, 0, nil, &binary)
        case .adaptive: pixOtsuAdaptiveThreshold(gray, part, tall, 1, 0, 0.1, nil, &binary)
        case .sauvola: pixSauvolaBinarize(gray, half, Self.sauvola.factor, 1, nil, nil, nil, &binary)
        }
        guard binary != nil, let bits = pixGetData(binary) else { return self }
        let bitsPerRow = Int(pixGetWpl(binary))
        return GrayImage(width: width, height: height) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let isInk = bits[y * bitsPerRow + x / 32] >> UInt32(31 - x % 32) & 1 == 1
                    pixels[y * width + x] = isInk ? 0 : 255
                }
            }
        }
    }
}
