import Imaging
import Testing

@Suite struct PictureTests {
    @Test func isWholeUnlessItSaysOtherwise() {
        let picture = Picture(gray: GrayImage(width: 1, height: 1, pixels: [9]))
        #expect(picture.reduction == 1)
        #expect(picture.color == nil)
    }

    @Test func keepsItsPlanes() throws {
        func plane(_ level: UInt8) -> GrayImage { GrayImage(width: 1, height: 1, pixels: [level]) }
        let planes = ColorPlanes(red: plane(1), green: plane(2), blue: plane(3))
        let picture = Picture(gray: plane(2), color: planes, reduction: 2.5)
        #expect(try #require(picture.color).blue == plane(3))
        #expect(picture.reduction == 2.5)
    }

    @Test func theBrightestOfThreeColoursKeepsBlackInkOnly() {
        func plane(_ pixels: [UInt8]) -> GrayImage { GrayImage(width: 3, height: 1, pixels: pixels) }
        let color = ColorPlanes(red: plane([10, 200, 250]), green: plane([12, 90, 240]), blue: plane([9, 40, 255]))
        #expect(color.brightest.pixels == [12, 200, 255])
    }
}
