import Imaging
import LabelledSamples
import MRZDetection
import OCRModels
import Recognition
import TesseractRecognition
import Testing

@Suite struct TesseractRecognizerTests {
    private let geometry = StripGeometry(height: 32, capHeight: 24, pitch: 20, margin: 2)

    @Test(arguments: ["td3/096-scan-rgb.jpg", "td1/101-scan-rgb.jpg"])
    func readsTheStripsOfAScan(_ image: String) throws {
        let sample = try LabelledSample(image)
        let recognizer = try TesseractRecognizer(model: .builtIn)
        let strips = try sample.strips(geometry)
        try #require(strips.count == sample.lines.count)
        for (strip, line) in zip(strips, sample.lines) {
            let glyphs = try recognizer.recognize(strip.image)
            let text = String(decoding: glyphs.map(\.character), as: UTF8.self)
            // Beyond the line the strip shows background, which may read as something.
            let print = line.prefix { $0 != "<" }
            #expect(text.contains(print))
            #expect(abs(glyphs.count - line.count) <= 4)
            #expect(
                glyphs.allSatisfy { "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<".utf8.contains($0.character) })
            #expect(glyphs.allSatisfy { (0...1).contains($0.confidence) && $0.left <= $0.right })
            #expect(zip(glyphs, glyphs.dropFirst()).allSatisfy { $0.left <= $1.left })
            #expect(glyphs.allSatisfy { glyph in glyph.alternatives.allSatisfy { $0.character != glyph.character } })
        }
    }

    @Test(arguments: LineThreshold.allCases)
    func linesInBlackAndWhiteAreRead(_ threshold: LineThreshold) throws {
        let sample = try LabelledSample("td3/096-scan-rgb.jpg")
        let recognizer = ThresholdedRecognizer(try TesseractRecognizer(model: .builtIn), threshold)
        for (strip, line) in zip(try sample.strips(geometry), sample.lines) {
            let levels = Set(strip.image.thresholded(threshold).pixels)
            #expect(threshold == .none ? levels.count > 2 : levels == [0, 255])
            let text = String(decoding: try recognizer.recognize(strip.image).map(\.character), as: UTF8.self)
            #expect(text.contains(line.prefix { $0 != "<" }), "\(threshold)")
        }
    }

    @Test(arguments: LineThreshold.allCases, [(0, 0), (1, 1), (3, 2), (40, 3), (3, 40)])
    func whatIsTooSmallForAThresholdStaysOrIsBlackAndWhite(_ threshold: LineThreshold, size: (Int, Int)) {
        let image = GrayImage(width: size.0, height: size.1) { pixels in
            for i in pixels.indices { pixels[i] = UInt8(truncatingIfNeeded: i &* 37) }
        }
        let result = image.thresholded(threshold)
        #expect(result.width == size.0 && result.height == size.1)
    }

    @Test func oneRecognizerReadsTheSameLineTwiceAlike() throws {
        let strip = try #require(try LabelledSample("td3/096-scan-rgb.jpg").strips(geometry).last)
        let recognizer = try TesseractRecognizer(model: .builtIn)
        let first = try recognizer.recognize(strip.image)
        #expect(!first.isEmpty)
        #expect(try recognizer.recognize(strip.image) == first)
    }

    @Test func nothingIsReadWhereThereAreNoPixels() throws {
        let recognizer = try TesseractRecognizer(model: .builtIn)
        #expect(try recognizer.recognize(GrayImage(width: 0, height: 0, pixels: [])).isEmpty)
    }
}
