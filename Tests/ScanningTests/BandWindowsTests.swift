import Imaging
import LabelledSamples
import MRZDetection
import MRZParsing
import NetworkRecognition
import OCRModels
import Scanning
import TestSupport
import Testing

/// Bands that are cut wrong, as texture and lost lines make them: the glyphs say where the zone lies.
@Suite struct BandWindowsTests {
    /// The band of `image` and what is read when its window is another one.
    private func reading(
        of image: String, columns: Range<Int>, lines: Range<Int>
    ) throws -> (lines: [String], read: [String]?) {
        let sample = try LabelledSample(image)
        let gray = try sample.picture().gray
        let scale = min(1, 1280 / Double(max(gray.width, gray.height)))
        let pyramid = ImagePyramid(gray)
        let band = try #require(
            BandDetector().bands(in: pyramid, at: SearchPass(share: scale)).first { $0.lineCount == sample.lines.count }
        )
        let reader = BandReader(
            RecognizerPanel(
                reader: try NetworkRecognizer(model: .builtIn), secondReader: try NetworkRecognizer(model: .builtIn),
                tieBreaker: try NetworkRecognizer(model: .builtIn), verifier: try CellVerifier(model: .verifier)),
            asOf: .ofTests)
        // The label reads upright, the band may not.
        let upright = try #require(try reader.firstLook(at: band, in: pyramid).evidence).band
        let wrong = upright.window(columns: columns, lines: lines)
        return (sample.lines, try reader.firstLook(at: wrong, in: pyramid).evidence?.reading.mrz.lines.map(\.text))
    }

    @Test func twoLinesOfThirtyAreTwoOfThree() throws {
        let (lines, read) = try reading(of: "td1/101-scan-rgb.jpg", columns: -3..<33, lines: 1..<3)
        #expect(read == lines)
    }

    @Test func aWindowThatBeginsTooLateIsWidened() throws {
        let (lines, read) = try reading(of: "td3/096-scan-rgb.jpg", columns: 8..<44, lines: 0..<2)
        #expect(read == lines)
    }

    @Test func whatTheWindowHoldsIsReadAsBefore() throws {
        let (lines, read) = try reading(of: "td3/096-scan-rgb.jpg", columns: 0..<44, lines: 0..<2)
        #expect(read == lines)
    }
}
