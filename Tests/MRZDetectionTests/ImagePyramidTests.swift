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
        #expect(pyramid.halved(times: 0).image == base)
    }

    @Test func everyLevelIsHalfTheOneBefore() {
        let base = image(256)
        let pyramid = ImagePyramid(base)
        let second = pyramid.halved(times: 2)
        #expect(second.level == 2)
        #expect(second.image == base.halved().halved())
        // Asking for an earlier one afterwards gives the same.
        #expect(pyramid.halved(times: 1).image == base.halved())
    }

    @Test func stopsWhereAPictureIsSmall() {
        let last = ImagePyramid(image(130)).halved(times: 9)
        #expect(last.level == 2)
        #expect(last.image.width == 32)
    }

    @Test func isHalvedWhileALengthIsTooLong() {
        let pyramid = ImagePyramid(image(256))
        #expect(pyramid.halved(while: 18, exceeds: 18).level == 0)
        #expect(pyramid.halved(while: 18.1, exceeds: 18).level == 1)
        #expect(pyramid.halved(while: 72.1, exceeds: 18).level == 3)
    }

    /// The middle of a halved pixel is the middle of the four that it was made of.
    @Test func aPointLiesWhereItsPixelsWent() {
        let half = ImagePyramid(image(256)).halved(times: 1)
        #expect(half.place(of: Point(x: 10.5, y: 20.5)) == Point(x: 5, y: 10))
    }
}
