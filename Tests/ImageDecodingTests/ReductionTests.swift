import ImageDecoding
import Imaging
import Testing

@Suite struct ReductionTests {
    @Test(arguments: [(nil, 1), (32, 1), (17, 1), (16, 2), (9, 2), (8, 4), (5, 4), (4, 8)])
    func jpegIsDecodedSmall(_ longSide: Int?, _ factor: Int) throws {
        let picture = try EncodedImage(bytes: Fixture.bytes("gray.jpg")).picture(longSide: longSide)
        #expect(picture.reduction == Double(factor))
        #expect(picture.gray.width == 32 / factor && picture.gray.height == 16 / factor)
        #expect(isNear(picture.gray.quadrants, Fixture.gray, within: 12), "\(picture.gray.quadrants)")
    }

    @Test(arguments: [(nil, 1), (20, 1), (16, 1), (15, 2), (10, 3), (1, 32)])
    func othersAreAveraged(_ longSide: Int?, _ factor: Int) throws {
        for name in ["gray8.png", "gray16.png", "gray.gif"] {
            let picture = try EncodedImage(bytes: Fixture.bytes(name)).picture(longSide: longSide)
            #expect(picture.reduction == Double(factor))
            #expect(picture.gray.width == (32 + factor - 1) / factor)
            #expect(picture.gray.height == (16 + factor - 1) / factor)
        }
    }

    @Test func blocksBecomeTheirMeanAlsoAtTheEdge() throws {
        // Five columns and three rows in blocks of two: the last column and row are thin.
        let bytes = Array("P5 5 3 255\n".utf8) + [0, 10, 20, 30, 40, 2, 12, 22, 32, 44, 100, 200, 50, 60, 9]
        let picture = try EncodedImage(bytes: bytes).picture(longSide: 2)
        #expect(picture.gray == GrayImage(width: 3, height: 2, pixels: [6, 26, 42, 150, 55, 9]))
    }

    @Test func colorIsReducedWithLuma() throws {
        let picture = try EncodedImage(bytes: Fixture.bytes("rgb8.png")).picture(longSide: 8, color: true)
        #expect(picture.reduction == 4)
        #expect(picture.gray.quadrants == Fixture.luma)
        #expect(picture.color?.green.quadrants == [0, 255, 0, 255])
    }

    @Test func smallPicturesAreLeftAlone() throws {
        let picture = try EncodedImage(bytes: Fixture.bytes("gray.jpg")).picture(longSide: 2000)
        #expect(picture.gray.width == 32 && picture.reduction == 1)
    }

    @Test func nonsenseSidesDoNotTrap() throws {
        for side in [0, -5, Int.min, Int.max] {
            let picture = try EncodedImage(bytes: Fixture.bytes("gray8.png")).picture(longSide: side)
            #expect(picture.gray.width >= 1)
        }
    }

    /// The sum of a block has 32 bits.
    @Test func theLargestBlocksHaveTheirMean() throws {
        let side = 4200
        let bytes = Array("P5 \(side) \(side) 255\n".utf8) + [UInt8](repeating: 200, count: side * side)
        let picture = try EncodedImage(bytes: bytes).picture(longSide: 1)
        #expect(picture.gray == GrayImage(width: 2, height: 2, pixels: [200, 200, 200, 200]))
    }
}
