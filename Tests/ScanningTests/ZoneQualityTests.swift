import Imaging
import LabelledSamples
import MRZDetection
import Scanning
import Testing

@Suite struct ZoneQualityTests {
    private func measured(_ change: (GrayImage) -> GrayImage = { $0 }) throws -> (quality: ZoneQuality, quad: Quad) {
        let image = change(try LabelledSample("td3/096-scan-rgb.jpg").picture().gray)
        let side = max(image.width, image.height)
        let scale = min(1, 1280 / Double(side))
        let searched = image.resized(width: Int(Double(image.width) * scale), height: Int(Double(image.height) * scale))
        let band = try #require(BandDetector().bands(in: searched, scale: 1 / scale).first)
        return (ZoneQuality(of: band, in: image), band.quad)
    }

    @Test func aScanIsGood() throws {
        let (quality, quad) = try measured()
        let reach = (quad.topRight - quad.topLeft).length
        #expect(abs(quality.pitch - reach / 44) < 0.5)
        #expect(quality.sharpness > ZoneQuality.Demands().minSharpness)
        #expect(quality.contrast > 80 && quality.paper > 150)
        #expect(quality.glare < 0.02)
    }

    @Test func blurIsSeen() throws {
        let sharp = try measured().quality
        // Small and large again: what is finer than three pixels is gone.
        let blurred = try measured {
            $0.resized(width: $0.width / 3, height: $0.height / 3).resized(width: $0.width, height: $0.height)
        }.quality
        #expect(blurred.sharpness < 0.7 * sharp.sharpness)
    }

    @Test func darknessIsSeen() throws {
        let dark = try measured { image in
            GrayImage(width: image.width, height: image.height, pixels: image.pixels.map { $0 / 6 })
        }.quality
        #expect(dark.paper < ZoneQuality.Demands().minPaper)
    }

    @Test func glareIsSeen() throws {
        let (clean, quad) = try measured()
        let image = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        let side = max(image.width, image.height)
        let scale = min(1, 1280 / Double(side))
        let searched = image.resized(width: Int(Double(image.width) * scale), height: Int(Double(image.height) * scale))
        let band = try #require(BandDetector().bands(in: searched, scale: 1 / scale).first)
        // A white spot over a fifth of the zone.
        let reach = quad.topRight.x - quad.topLeft.x
        let spot = (quad.center.x - 0.1 * reach)...(quad.center.x + 0.1 * reach)
        var pixels = image.pixels
        for y in 0..<image.height {
            for x in 0..<image.width where spot.contains(Double(x)) { pixels[y * image.width + x] = 255 }
        }
        let shiny = ZoneQuality(of: band, in: GrayImage(width: image.width, height: image.height, pixels: pixels))
        #expect(clean.glare < ZoneQuality.Demands().maxGlare)
        #expect(shiny.glare > 0.12 && shiny.glare < 0.28)
    }

    @Test func faultsAreListedTheWorstFirst() {
        let poor = ZoneQuality(pitch: 6, sharpness: 0.05, paper: 40, contrast: 10, glare: 0.2)
        let quad = Quad(
            topLeft: Point(x: 1, y: 300), topRight: Point(x: 900, y: 300), bottomRight: Point(x: 900, y: 350),
            bottomLeft: Point(x: 1, y: 350))
        let size = PixelSize(width: 1280, height: 720)
        #expect(poor.faults(of: quad, in: size) == [.cutOff, .tooSmall, .tooDark, .glare, .blurred])
        var demands = ZoneQuality.Demands()
        demands.minMargin = 0
        #expect(poor.faults(of: quad, in: size, demands: demands).first == .tooSmall)
        let good = ZoneQuality(pitch: 18, sharpness: 0.4, paper: 220, contrast: 160, glare: 0)
        #expect(good.faults(of: quad + Point(x: 100, y: 0), in: size).isEmpty)
    }
}
