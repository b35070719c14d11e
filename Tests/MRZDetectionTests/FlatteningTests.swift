import Foundation
import Imaging
import LabelledSamples
import MRZDetection
import Testing

@Suite struct FlatteningTests {
    /// A strip before and after, as `models/training/flatten.py` made it for the model's training.
    private struct Recorded: Decodable {
        let height: Int
        let width: Int
        let input: [UInt8]
        let output: [UInt8]
    }

    @Test func doesToAStripWhatTheTrainingDoes() throws {
        let file = Repository.root.appending(path: "models/training/tests/flatten.json")
        let recorded = try JSONDecoder().decode(Recorded.self, from: Data(contentsOf: file))
        let strip = GrayImage(width: recorded.width, height: recorded.height, pixels: recorded.input)
        let flat = strip.flattened().image
        try #require(flat.pixels.count == recorded.output.count)
        // Sums of floating point numbers may be taken in another order.
        #expect(zip(flat.pixels, recorded.output).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        #expect(flat != strip)
    }

    @Test func contrastIsTheDistanceOfBlackAndWhiteByTheLight() {
        // Upright bars of 60 on 200, 8 pixels wide.
        let bars = GrayImage(width: 320, height: 32, pixels: (0..<320 * 32).map { $0 % 320 / 8 % 2 == 0 ? 60 : 200 })
        let (flat, contrast) = bars.flattened()
        #expect(contrast.count == 320)
        #expect(contrast[160] > 0.5 && contrast[160] <= 0.7)
        #expect(flat.pixels.min()! <= 20 && flat.pixels.max()! >= 235)
    }

    @Test func faintStrokesAreTakenAway() {
        let strip = GrayImage(width: 4, height: 1, pixels: [10, 60, 160, 240])
        let bold = strip.withoutStrokes(fainterThan: 0.4)
        #expect(bold.pixels[0] == 0 && bold.pixels[1] == 85)
        #expect(bold.pixels[2] == 240 && bold.pixels[3] == 240)
    }

    @Test func aShadowTakesNoContrast() {
        // The same bars in a third of the light; and light on dark, where the bars are what is lit.
        func bars(_ dark: UInt8, _ light: UInt8) -> GrayImage {
            GrayImage(width: 320, height: 32, pixels: (0..<320 * 32).map { $0 % 320 / 8 % 2 == 0 ? dark : light })
        }
        let lit = bars(60, 210).flattened().contrast[160]
        #expect(abs(bars(20, 70).flattened().contrast[160] - lit) < 0.03)
        let white = bars(60, 210).inverted().flattened(isLight: true).contrast[160]
        #expect(abs(bars(20, 70).inverted().flattened(isLight: true).contrast[160] - white) < 0.03)
    }

    @Test func aStripTooLowForLevelsStaysAsItIs() {
        let low = GrayImage(width: 3, height: 7, pixels: Array(repeating: 9, count: 21))
        #expect(low.flattened().image == low)
        #expect(low.flattened().contrast.isEmpty)
    }
}
