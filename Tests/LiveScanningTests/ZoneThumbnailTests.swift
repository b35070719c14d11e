import Imaging
import LabelledSamples
import LiveScanning
import Testing

@Suite struct ZoneThumbnailTests {
    private let zone = Quad(
        topLeft: Point(x: 20, y: 12), topRight: Point(x: 460, y: 12), bottomRight: Point(x: 460, y: 60),
        bottomLeft: Point(x: 20, y: 60))

    /// The zone of a sample in the middle of white paper, in the place of `zone`.
    private func page(_ name: String, darker: Int = 0) throws -> GrayImage {
        let sample = try LabelledSample(name)
        let (quad, gray) = (try #require(sample.quad), try sample.picture().gray)
        var pixels: [UInt8] = []
        for y in 0..<72 {
            for x in 0..<480 {
                let along = (Double(x) - 20) / 440
                let down = (Double(y) - 12) / 48
                let top = quad.topLeft * (1 - along) + quad.topRight * along
                let foot = quad.bottomLeft * (1 - along) + quad.bottomRight * along
                let point = top * (1 - down) + foot * down
                let (x, y) = (min(max(Int(point.x), 0), gray.width - 1), min(max(Int(point.y), 0), gray.height - 1))
                let value = Int(gray[x, y])
                pixels.append(UInt8(max(0, value - darker)))
            }
        }
        return GrayImage(width: 480, height: 72, pixels: pixels)
    }

    @Test func theSamePrintInOtherLight() throws {
        let first = ZoneThumbnail(zone, in: try page("td3/096-scan-rgb.jpg"))
        #expect(first.correlation(with: ZoneThumbnail(zone, in: try page("td3/096-scan-rgb.jpg", darker: 60))) > 0.95)
    }

    @Test func otherPrint() throws {
        let first = ZoneThumbnail(zone, in: try page("td3/096-scan-rgb.jpg"))
        #expect(first.correlation(with: ZoneThumbnail(zone, in: try page("td3/097-scan-rgb.jpg"))) < 0.9)
    }

    @Test func paperHasNothingInCommonWithAnything() throws {
        let first = ZoneThumbnail(zone, in: try page("td3/096-scan-rgb.jpg"))
        let paper = GrayImage(width: 480, height: 72, pixels: Array(repeating: 200, count: 480 * 72))
        #expect(ZoneThumbnail(zone, in: paper).correlation(with: first) == 0)
    }

    @Test func whatLiesOutsideOfThePictureIsItsEdge() {
        let paper = GrayImage(width: 30, height: 20, pixels: (0..<600).map { $0 % 30 < 15 ? 40 : 220 })
        let thumbnail = ZoneThumbnail(zone, in: paper)
        #expect(abs(thumbnail.correlation(with: thumbnail)) < 1.001)
    }
}
