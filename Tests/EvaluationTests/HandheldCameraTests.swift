import Evaluation
import Imaging
import Testing

@Suite struct HandheldCameraTests {
    /// A white page with a black bar where the zone is.
    private let page = GrayImage(width: 800, height: 600) { pixels in
        for i in pixels.indices { pixels[i] = (500..<540).contains(i / 800) ? 0 : 255 }
    }
    private let zone = Quad(
        topLeft: Point(x: 50, y: 500), topRight: Point(x: 750, y: 500), bottomRight: Point(x: 750, y: 540),
        bottomLeft: Point(x: 50, y: 540))
    private let size = PixelSize(width: 320, height: 180)

    private func camera(seed: UInt64 = 1) -> HandheldCamera {
        HandheldCamera(page: page, zone: zone, size: size, seed: seed)
    }

    @Test func theSameSeedShowsTheSameFrames() {
        #expect(camera().image(frame: 20) == camera().image(frame: 20))
        #expect(camera().image(frame: 20) != camera().image(frame: 21))
        #expect(camera().image(frame: 20) != camera(seed: 2).image(frame: 20))
    }

    @Test func atFirstThereIsNothingToRead() {
        #expect(!camera().isReadable(frame: 0))
        #expect((0..<200).contains { camera().isReadable(frame: $0) })
        // The table is all that is seen.
        let first = camera().image(frame: 0)
        #expect(first.width == 320 && first.height == 180)
        #expect(first.pixels.allSatisfy { (60...130).contains($0) })
    }

    @Test func theZoneIsInTheMiddle() throws {
        let frame = try #require((0..<200).first { camera().isReadable(frame: $0) })
        let image = camera().image(frame: frame)
        let dark = (0..<180).filter { y in image[160, y] < 60 }
        let middle = try #require(dark.isEmpty ? nil : dark.reduce(0, +) / dark.count)
        #expect(abs(middle - 90) < 40)
    }

    @Test func colourLiesWhereThePageDoes() throws {
        let plane = GrayImage(width: 800, height: 600) { pixels in
            for i in pixels.indices { pixels[i] = (500..<540).contains(i / 800) ? 200 : 128 }
        }
        let colored = HandheldCamera(
            page: page, chroma: ChromaPlanes(blue: plane, red: plane), zone: zone, size: size, seed: 1)
        let frame = try #require((0..<200).first { colored.isReadable(frame: $0) })
        let (luma, chroma) = (colored.image(frame: frame), colored.chroma(frame: frame))
        #expect(chroma.blue.width == 160 && chroma.blue.height == 180 && chroma.blue != chroma.red)
        let bar = (0..<180).filter { luma[160, $0] < 60 }
        #expect(!bar.isEmpty && bar.dropFirst(2).dropLast(2).allSatisfy { chroma.red[80, $0] > 160 })
        // A gray page has none, and neither has the table.
        #expect(camera().chroma(frame: frame).blue.pixels.allSatisfy { (115...141).contains($0) })
    }
}
