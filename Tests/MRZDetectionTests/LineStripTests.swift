import Imaging
import LabelledSamples
import MRZDetection
import Testing

@Suite struct LineStripTests {
    @Test func equalCharactersLookAlike() throws {
        let sample = try LabelledSample("td3/096-scan-rgb.jpg")
        let gray = try sample.picture().gray
        let band = try #require(bands(in: gray).first)
        let geometry = StripGeometry(height: 32, capHeight: 24, pitch: 20, margin: 2)
        let strip = Rectifier(geometry).strip(of: band, line: 0, from: ImagePyramid(gray))
        let line = Array(sample.lines[0])
        let filler = try #require(line.indices.dropLast().last { line[$0] == "<" && line[$0 + 1] == "<" })
        let letter = try #require(line.firstIndex(of: "H"))
        let alike = strip.likeness(ofColumn: filler, toColumn: filler + 1)
        #expect(alike > 0.8)
        #expect(strip.likeness(ofColumn: filler, toColumn: letter) < alike - 0.2)
        #expect(abs(strip.likeness(ofColumn: letter, toColumn: letter) - 1) < 1e-9)
        // Where the strip does not reach nothing can be said.
        #expect(strip.likeness(ofColumn: filler, toColumn: 100) == -1)
    }

    @Test func aStripWithoutFaintStrokesIsOtherwiseTheSame() {
        let image = GrayImage(width: 4, height: 1, pixels: [10, 60, 160, 240])
        let strip = LineStrip(image: image, contrast: [1, 1, 1, 1], pitch: 2, origin: 1)
        let bold = strip.withoutStrokes(fainterThan: 0.4)
        #expect(bold.image == image.withoutStrokes(fainterThan: 0.4) && bold.image != image)
        #expect(bold.contrast == strip.contrast && bold.pitch == 2 && bold.origin == 1)
        #expect(bold.relativeContrast(atColumn: 0) == strip.relativeContrast(atColumn: 0))
    }
}
