import Imaging
import LiveScanning
import Scanning
import Testing

@Suite struct ZoneHintTests {
    private let size = PixelSize(width: 1280, height: 720)
    private let good = ZoneQuality(pitch: 18, sharpness: 0.4, paper: 220, contrast: 160, glare: 0)
    private let middle = Quad(
        topLeft: Point(x: 200, y: 300), topRight: Point(x: 1000, y: 300), bottomRight: Point(x: 1000, y: 350),
        bottomLeft: Point(x: 200, y: 350))

    @Test func nothingIsToBeDoneAboutAGoodZone() {
        #expect(good.hint(for: middle, in: size) == nil)
    }

    @Test(
        arguments: [
            (\ZoneQuality.pitch, 6.0, ScanHint.moveCloser), (\.sharpness, 0.05, .holdStill), (\.paper, 40, .moreLight),
            (\.contrast, 10, .moreLight), (\.glare, 0.2, .lessGlare),
        ] as [(any WritableKeyPath<ZoneQuality, Double> & Sendable, Double, ScanHint)])
    func whatIsWrongIsSaid(
        _ number: any WritableKeyPath<ZoneQuality, Double> & Sendable, _ value: Double, _ hint: ScanHint
    ) {
        var quality = good
        quality[keyPath: number] = value
        #expect(quality.hint(for: middle, in: size) == hint)
    }

    @Test func aZoneAtTheEdgeIsToBeShownWholeAndOneTooLongFromFurtherAway() {
        #expect(good.hint(for: middle + Point(x: 275, y: 0), in: size) == .showWholeZone)
        #expect(good.hint(for: middle + Point(x: 0, y: -400), in: size) == .showWholeZone)
        let long = Quad(
            topLeft: Point(x: 5, y: 300), topRight: Point(x: 1275, y: 300), bottomRight: Point(x: 1275, y: 370),
            bottomLeft: Point(x: 5, y: 370))
        #expect(good.hint(for: long, in: size) == .moveAway)
    }
}
