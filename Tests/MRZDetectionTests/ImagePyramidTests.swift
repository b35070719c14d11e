import Imaging
import MRZDetection
import Testing

@Suite struct ImagePyramidTests {
    private func image(_ side: Int) -> GrayImage {
        GrayImage(width: side, height: side, pixels: (0..<side * side).map { UInt8($0 * 31 % 251) })
    }

    @Test func levelZeroIsThePictureItself() {
        let base = image(100)
        let pyramid = ImagePyramid(base)
        #expect(pyramid.base == base)
        #expect(pyramid.image(at: 0).image == base)
    }

    @Test func everyLevelIsHalfTheOneBefore() {
        let base = image(256)
        let pyramid = ImagePyramid(base)
        let (second, level) = pyramid.image(at: 2)
        #expect(level == 2)
        #expect(second == base.halved().halved())
        // Asking for an earlier one afterwards gives the same.
        #expect(pyramid.image(at: 1).image == base.halved())
    }

    @Test func stopsWhereAPictureIsSmall() {
        let (last, level) = ImagePyramid(image(130)).image(at: 9)
        #expect(level == 2)
        #expect(last.width == 32)
    }
}
