import Imaging
import Testing

@Suite struct GrayImageResizingTests {
    /// A ramp to the right, 4 grey levels a pixel.
    private func ramp(width: Int, height: Int) -> GrayImage {
        GrayImage(width: width, height: height, pixels: (0..<width * height).map { UInt8($0 % width * 4) })
    }

    @Test func halvingTakesTheMeanOfFour() {
        let image = GrayImage(width: 4, height: 2, pixels: [0, 4, 100, 200, 8, 12, 100, 200])
        #expect(image.halved() == GrayImage(width: 2, height: 1, pixels: [6, 150]))
    }

    @Test func halvingRoundsToTheNearest() {
        #expect(GrayImage(width: 2, height: 2, pixels: [0, 0, 1, 1]).halved().pixels == [1])
        #expect(GrayImage(width: 2, height: 2, pixels: [0, 0, 0, 1]).halved().pixels == [0])
    }

    /// Words of pixels and what is left of a row.
    @Test(arguments: 2...21) func halvingIsTheSameInEveryColumn(_ width: Int) {
        let pixels = (0..<width * 2).map { UInt8($0 * 83 % 256) }
        let means = (0..<width / 2).map { x in
            let sum = [2 * x, 2 * x + 1, width + 2 * x, width + 2 * x + 1].reduce(0) { $0 + Int(pixels[$1]) }
            return UInt8((sum + 2) / 4)
        }
        #expect(GrayImage(width: width, height: 2, pixels: pixels).halved().pixels == means)
    }

    @Test func halvingDropsAnOddRowAndColumn() {
        let image = GrayImage(width: 3, height: 3, pixels: [10, 10, 255, 10, 10, 255, 255, 255, 255])
        #expect(image.halved() == GrayImage(width: 1, height: 1, pixels: [10]))
    }

    @Test(arguments: [(1, 1), (1, 9), (9, 1)])
    func halvingKeepsAtLeastOnePixel(_ width: Int, _ height: Int) {
        let image = GrayImage(width: width, height: height, pixels: Array(repeating: 77, count: width * height))
            .halved()
        #expect(image.width == max(1, width / 2) && image.height == max(1, height / 2))
        #expect(image.pixels.allSatisfy { $0 == 77 })
    }

    @Test func theSameSizeIsTheSamePicture() {
        let image = ramp(width: 7, height: 5)
        #expect(image.resized(width: 7, height: 5) == image)
    }

    @Test func aQuarterIsHalvedTwice() {
        let image = ramp(width: 16, height: 8)
        #expect(image.resized(width: 4, height: 2) == image.halved().halved())
    }

    @Test(arguments: [(3, 2), (13, 40), (21, 9), (60, 60), (100, 3)])
    func anEvenSurfaceStaysEven(_ width: Int, _ height: Int) {
        let image = GrayImage(width: 20, height: 12, pixels: Array(repeating: 131, count: 240))
        let resized = image.resized(width: width, height: height)
        #expect(resized.width == width && resized.height == height)
        #expect(resized.pixels.allSatisfy { $0 == 131 })
    }

    @Test(arguments: [23, 40, 57, 80])
    func aRampStaysWhereItWas(_ width: Int) {
        let resized = ramp(width: 40, height: 4).resized(width: width, height: 4)
        // Away from the ends a pixel has the level of the same place of the ramp.
        for x in 2..<(width - 2) {
            let place = (Double(x) + 0.5) * 40 / Double(width) - 0.5
            #expect(abs(Double(resized[x, 1]) - 4 * place) <= 1)
        }
    }

    /// Of 41 columns 0.4 make 16.4: sixteen columns that show 40 of them, not all in sixteen.
    @Test(arguments: [0.4, 0.57, 0.93, 1.3])
    func aShareIsTheSameHoweverLongASideIs(_ share: Double) {
        let resized = ramp(width: 41, height: 9).resized(by: share)
        #expect(resized.width == Int(41 * share) && resized.height == Int(9 * share))
        for x in 2..<(resized.width - 2) {
            let place = (Double(x) + 0.5) / share - 0.5
            #expect(abs(Double(resized[x, 1]) - 4 * place) <= 1.5)
        }
    }

    @Test func aShareKeepsAtLeastAPixel() {
        let point = ramp(width: 40, height: 4).resized(by: 0.01)
        #expect(point.width == 1 && point.height == 1)
    }
}
