import Imaging
import Testing

@Suite struct GrayImageEnlargingTests {
    @Test(arguments: [(20, 12), (21, 30), (47, 12), (52, 31)])
    func anEvenSurfaceStaysEven(_ width: Int, _ height: Int) {
        let image = GrayImage(width: 20, height: 12, pixels: Array(repeating: 131, count: 240))
        let enlarged = image.enlarged(width: width, height: height)
        #expect(enlarged.width == width && enlarged.height == height)
        #expect(enlarged.pixels.allSatisfy { $0 == 131 })
    }

    @Test func theSameSizeIsTheSamePicture() {
        let image = GrayImage(width: 9, height: 5, pixels: (0..<45).map { UInt8($0 * 71 % 256) })
        #expect(image.enlarged(width: 9, height: 5) == image)
    }

    @Test func aSlopeStaysASlope() {
        let pixels = (0..<80).map { (i: Int) -> UInt8 in UInt8(8 * (i % 10) + 12 * (i / 10)) }
        let image = GrayImage(width: 10, height: 8, pixels: pixels)
        let enlarged = image.enlarged(width: 20, height: 24)
        // Away from the edges, beyond which the picture goes on as it ends.
        for y in 6..<18 {
            for x in 4..<16 {
                let column = (Double(x) + 0.5) / 2 - 0.5
                let row = (Double(y) + 0.5) / 3 - 0.5
                let expected = 8 * column + 12 * row
                #expect(abs(Double(enlarged[x, y]) - expected) <= 0.5)
            }
        }
    }

    /// Two strokes with a narrow gap between them: where it ends, cubics fall off more steeply than straight lines.
    @Test func aNarrowGapStaysOpen() {
        let row: [UInt8] = [255, 255, 0, 0, 200, 0, 0, 255, 255, 255]
        let image = GrayImage(width: 10, height: 4, pixels: row + row + row + row)
        let (cubic, linear) = (image.enlarged(width: 40, height: 16), image.resized(width: 40, height: 16))
        func contrast(_ image: GrayImage) -> Int { (16..<20).reduce(0) { $0 + Int(image[$1, 8]) } }
        #expect(contrast(cubic) > contrast(linear))
        #expect(cubic[0, 0] == 255 && cubic[10, 8] == 0)
    }

    @Test func edgesAreRepeated() {
        let image = GrayImage(
            width: 4, height: 4, pixels: [9, 9, 200, 200, 9, 9, 200, 200, 9, 9, 200, 200, 9, 9, 200, 200])
        let enlarged = image.enlarged(width: 16, height: 16)
        #expect((0..<16).allSatisfy { enlarged[0, $0] == 9 && enlarged[15, $0] == 200 })
    }
}
