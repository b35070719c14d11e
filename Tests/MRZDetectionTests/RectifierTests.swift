import Imaging
import LabelledSamples
import MRZDetection
import Testing

@Suite struct RectifierTests {
    private let geometry = StripGeometry(height: 32, capHeight: 24, pitch: 20, margin: 2)

    private func strip(
        _ image: String, line: Int = 0, varied variation: StripVariation = .plain
    ) throws -> (LineStrip, Band) {
        let gray = try LabelledSample(image).picture().gray
        let band = try #require(bands(in: gray).first)
        return (
            Rectifier(geometry).strip(of: band, line: Double(line), from: ImagePyramid(gray), varied: variation), band
        )
    }

    @Test(arguments: [("td3/096-scan-rgb.jpg", 44), ("td1/101-scan-rgb.jpg", 30), ("td2/104-scan-rgb.jpg", 36)])
    func aStripHasACellForEveryColumnAndTheMargins(_ image: String, _ columns: Int) throws {
        let (strip, band) = try strip(image)
        #expect(band.columnCount == columns)
        #expect(strip.image.height == 32)
        #expect(strip.image.width == (columns + 4) * 20)
        #expect(strip.contrast.count == strip.image.width)
        #expect(strip.pitch == 20)
    }

    @Test func columnsBeginBehindTheMargin() throws {
        let (strip, _) = try strip("td3/096-scan-rgb.jpg")
        #expect(strip.origin == 40)
        #expect(strip.column(at: 40) == 0)
        #expect(strip.column(at: 90) == 2.5)
        let (moved, _) = try self.strip("td3/096-scan-rgb.jpg", varied: StripVariation(moved: 0.5))
        #expect(moved.column(at: 50) == 0)
        #expect(moved.image != strip.image)
    }

    @Test func thePrintIsDarkOnLightInTheMiddle() throws {
        let (strip, _) = try strip("td3/096-scan-rgb.jpg", line: 1)
        func mean(_ rows: Range<Int>) -> Double {
            let pixels = strip.image.pixels[
                (rows.lowerBound * strip.image.width)..<(rows.upperBound * strip.image.width)]
            return pixels.reduce(0) { $0 + Double($1) } / Double(pixels.count)
        }
        #expect(mean(8..<24) < mean(0..<3) - 20)
        #expect(mean(8..<24) < mean(29..<32) - 20)
    }

    @Test func anInvertedPictureGivesTheSameStrip() throws {
        let gray = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        let strips = try [gray, gray.inverted()].map { gray in
            let band = try #require(bands(in: gray).first)
            return Rectifier(geometry).strip(of: band, line: 0, from: ImagePyramid(gray)).image
        }
        try #require(strips[0].pixels.count == strips[1].pixels.count)
        let difference = zip(strips[0].pixels, strips[1].pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        // The grids differ by fractions of a pixel.
        #expect(Double(difference) / Double(strips[0].pixels.count) < 12)
    }

    @Test func blankCellsHaveLittleContrast() throws {
        let (strip, _) = try strip("td3/096-scan-rgb.jpg")
        // The paper before the first character against the line.
        #expect(strip.relativeContrast(atColumn: 10) > 0.5)
        #expect(strip.relativeContrast(atColumn: -100) == 0)
    }
}
