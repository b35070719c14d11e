import Imaging
import Testing

@Suite struct GrayImageEnlargingTests {
    @Test(arguments: [(1, 20, 12), (1.07, 21, 12), (2.35, 47, 28), (2.6, 52, 31)])
    func anEvenSurfaceStaysEven(_ share: Double, _ width: Int, _ height: Int) {
        let image = GrayImage(width: 20, height: 12, pixels: Array(repeating: 131, count: 240))
        let enlarged = image.enlarged(by: share)
        #expect(enlarged.width == width && enlarged.height == height)
        #expect(enlarged.pixels.allSatisfy { $0 == 131 })
    }

    @Test func theSameSizeIsTheSamePicture() {
        let image = GrayImage(width: 9, height: 5, pixels: (0..<45).map { UInt8($0 * 71 % 256) })
        #expect(image.enlarged(by: 1) == image)
    }

    @Test func aSlopeStaysASlope() {
        let pixels = (0..<80).map { (i: Int) -> UInt8 in UInt8(8 * (i % 10) + 12 * (i / 10)) }
        let image = GrayImage(width: 10, height: 8, pixels: pixels)
        // 2.33 and not 2.3 of one side and 2.25 of the other: what makes no whole pixel is dropped.
        let enlarged = image.enlarged(by: 2.33)
        #expect(enlarged.width == 23 && enlarged.height == 18)
        // Away from the edges, beyond which the picture goes on as it ends.
        for y in 5..<13 {
            for x in 5..<18 {
                let column = (Double(x) + 0.5) / 2.33 - 0.5
                let row = (Double(y) + 0.5) / 2.33 - 0.5
                let expected = 8 * column + 12 * row
                #expect(abs(Double(enlarged[x, y]) - expected) <= 0.5)
            }
        }
    }

    /// Two strokes with a narrow gap between them: where it ends, cubics fall off more steeply than straight lines.
    @Test func aNarrowGapStaysOpen() {
        let row: [UInt8] = [255, 255, 0, 0, 200, 0, 0, 255, 255, 255]
        let image = GrayImage(width: 10, height: 4, pixels: row + row + row + row)
        let (cubic, linear) = (image.enlarged(by: 4), image.resized(by: 4))
        func contrast(_ image: GrayImage) -> Int { (16..<20).reduce(0) { $0 + Int(image[$1, 8]) } }
        #expect(contrast(cubic) > contrast(linear))
        #expect(cubic[0, 0] == 255 && cubic[10, 8] == 0)
    }

    @Test func edgesAreRepeated() {
        let image = GrayImage(
            width: 4, height: 4, pixels: [9, 9, 200, 200, 9, 9, 200, 200, 9, 9, 200, 200, 9, 9, 200, 200])
        let enlarged = image.enlarged(by: 4)
        #expect((0..<16).allSatisfy { enlarged[0, $0] == 9 && enlarged[15, $0] == 200 })
    }
}
